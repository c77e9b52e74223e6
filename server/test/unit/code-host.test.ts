import { expect, test } from 'vitest';
import { fetchRepositories } from '../../src/features/repositories/code-host.ts';
import { fakeGithub } from '../fake-github.ts';

test('times out if the host sends no response or never completes it', async () => {
  const github = await fakeGithub();
  const ask = (name: string) => fetchRepositories({ githubApiUrl: github.url, githubToken: undefined }, name, 50);
  github.answer = () => {};
  await expect(ask('silent')).rejects.toMatchObject({ status: 504, message: 'Github took too long to respond' });
  github.answer = (response) => response.writeHead(200).write('[');
  await expect(ask('endless')).rejects.toMatchObject({ status: 504 });
});
