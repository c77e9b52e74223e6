import type { ServerResponse } from 'node:http';
import { type FakeHost, fakeHost } from './fake-host.ts';

export interface FakeGithub extends FakeHost {
  /** Makes the next responses have this status and JSON body. */
  answers(status: number, body?: unknown): void;
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

/** Starts a local HTTP server that stands in for the code host. By default it responds with one repository. */
export async function fakeGithub(): Promise<FakeGithub> {
  const json = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const host = await fakeHost((response) => json(response, 200, [repository('Hello-World')]));
  return Object.assign(host, {
    answers(status: number, body?: unknown) {
      host.answer = (response) => json(response, status, body);
    },
  });
}
