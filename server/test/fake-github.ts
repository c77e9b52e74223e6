import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onCleanup } from './cleanup.ts';

export interface FakeGithub {
  url: string;
  /** Received requests in order, such as `GET /users/…`. */
  requests: string[];
  headers: IncomingMessage['headers'][];
  /** Handles the next requests. Default: responds with one repository. */
  answer: (response: ServerResponse, request: IncomingMessage) => unknown;
  /** Makes the next responses have this status and JSON body. */
  answers(status: number, body?: unknown): void;
  /** Stops listening, like a host that is down. */
  stop(): Promise<void>;
}

/** A repository as GitHub returns it, with fields that the contract does not have. */
export const repository = (name: string, fields: object = {}) => ({
  id: 1296269,
  node_id: 'MDEwOlJlcG9zaXRvcnkxMjk2MjY5',
  name,
  full_name: `octocat/${name}`,
  private: false,
  owner: { login: 'octocat', avatar_url: 'https://avatars.example/1', email: 'octocat@example.org' },
  html_url: `https://github.com/octocat/${name}`,
  description: `About ${name}`,
  fork: false,
  clone_url: `https://github.com/octocat/${name}.git`,
  stargazers_count: 80,
  watchers_count: 81,
  forks_count: 9,
  open_issues_count: 0,
  topics: ['octocat'],
  license: null,
  ...fields,
});

/** Starts a local HTTP server that stands in for the code host. */
export async function fakeGithub(): Promise<FakeGithub> {
  const server = createServer((request, response) => {
    github.requests.push(`${request.method} ${request.url}`);
    github.headers.push(request.headers);
    github.answer(response, request);
  });
  const json = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const stop = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  const github: FakeGithub = {
    url: '',
    requests: [],
    headers: [],
    answer: (response) => json(response, 200, [repository('Hello-World')]),
    answers(status, body) {
      github.answer = (response) => json(response, status, body);
    },
    stop,
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  github.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onCleanup(stop);
  return github;
}
