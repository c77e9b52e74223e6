import type { FastifyInstance } from 'fastify';

/** Number of developers and of posts on the site `full`: more than two pages. */
export const total = 45;

/** Creates `Developer 1` to `Developer 45`, and `Post 1` to `Post 45` by the first of them. The highest number is the newest. */
export async function seed(app: FastifyInstance): Promise<void> {
  const call = async (method: 'POST' | 'GET', url: string, body: object, token?: string) => {
    const response = await app.inject({ method, url, payload: body, headers: token ? { 'x-auth-token': token } : {} });
    if (response.statusCode !== 200) throw new Error(`${url} failed: ${response.payload}`);
    return response.json();
  };
  const numbers = Array.from({ length: total }, (_, index) => index + 1);
  const tokens = await Promise.all(
    numbers.map(async (number) => {
      const { token } = await call('POST', '/api/users', {
        name: `Developer ${number}`,
        email: `developer${number}@example.org`,
        password: 'correct horse battery',
      });
      return token as string;
    }),
  );
  for (const token of tokens) await call('POST', '/api/profile', { status: 'Developer', skills: 'HTML,CSS' }, token);
  for (const number of numbers) await call('POST', '/api/posts', { text: `Post ${number}` }, tokens[0]);
}
