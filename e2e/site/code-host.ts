import { createServer } from 'node:http';

/**
 * Starts a fake of GitHub's REST API. The prefix of the user name selects the response: `unknown` is 404, `broken` is 500, `slow` never gets one, `bare` has no
 * repositories, and any other name has some.
 */
export async function startCodeHost(): Promise<string> {
  const server = createServer((request, response) => {
    const name = /^\/users\/([^/]+)\/repos\?/.exec(request.url ?? '')?.[1] ?? 'unknown';
    if (name.startsWith('slow')) return;
    const [status, body] = respond(name);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The code host is not listening on a port');
  return `http://127.0.0.1:${address.port}`;
}

function respond(name: string): [number, unknown] {
  if (name.startsWith('unknown')) return [404, { message: 'Not Found' }];
  if (name.startsWith('broken')) return [500, { message: 'Server Error' }];
  if (name.startsWith('bare')) return [200, []];
  return [
    200,
    [
      {
        id: 1,
        name: 'analytical-engine',
        html_url: `https://github.com/${name}/analytical-engine`,
        description: 'Weaves algebraic patterns',
        stargazers_count: 42,
        watchers_count: 7,
        forks_count: 3,
      },
      {
        id: 2,
        name: 'notes',
        html_url: `https://github.com/${name}/notes`,
        description: null,
        stargazers_count: 0,
        watchers_count: 0,
        forks_count: 0,
      },
      {
        id: 3,
        name: 'harmful',
        html_url: 'javascript:alert(1)',
        description: 'Must not become a link',
        stargazers_count: 1,
        watchers_count: 1,
        forks_count: 1,
      },
    ],
  ];
}
