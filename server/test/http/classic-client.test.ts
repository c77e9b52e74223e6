import type { AxiosStatic } from 'axios';
import classicAxios from 'axios-0';
import { expect, test } from 'vitest';
import { newId } from '../../src/platform/id.ts';
import { fakeGithub, repository } from '../fake-github.ts';
import { listen } from '../raw-http.ts';
import { openSite } from '../site.ts';

/*
 * The calls of the classic React client, in the order of a first visit, with the bodies that its forms send and the fields that its components read. It knows no
 * handles: it sends none, and ignores fields that are new to it.
 */

const axios = classicAxios as unknown as AxiosStatic;
const github = await fakeGithub();
const site = await openSite({ githubApiUrl: github.url });
const baseURL = `http://127.0.0.1:${(await listen(site)).port}/api`;

type Call = (
  method: 'get' | 'post' | 'put' | 'delete',
  url: string,
  body?: object,
) => Promise<{ status: number; data: ReturnType<JSON['parse']> }>;

/** As `utils/api.js` of the client: JSON, and the token in a header of all calls after the sign-in. */
function client() {
  const api = axios.create({ baseURL, headers: { 'Content-Type': 'application/json' }, proxy: false, validateStatus: () => true });
  const call: Call = (method, url, body) => api.request({ method, url, ...(body && { data: body }) });
  return { call, setToken: (token: string) => void (api.defaults.headers.common['x-auth-token'] = token) };
}

async function register(name: string) {
  const { call, setToken } = client();
  const credentials = { email: `${newId()}@example.org`, password: 'correct horse battery' };
  const { status, data } = await call('post', '/users', { name, ...credentials });
  expect({ status, data }).toEqual({ status: 200, data: { token: expect.any(String) } });
  setToken(data.token);
  return { call, setToken, credentials };
}

const ok = async (response: ReturnType<Call>) => {
  const { status, data } = await response;
  expect(status, JSON.stringify(data)).toBe(200);
  return data;
};

test('signs up without a handle, signs in, and reads the account', async () => {
  const { call, setToken, credentials } = await register('Ada Lovelace');
  expect(await ok(call('get', '/auth'))).toMatchObject({
    _id: expect.any(String),
    name: 'Ada Lovelace',
    email: credentials.email,
    avatar: expect.any(String),
    date: expect.any(String),
    handle: 'ada-lovelace',
  });
  const { token } = await ok(call('post', '/auth', credentials));
  setToken(token);
  expect(await ok(call('get', '/auth'))).toMatchObject({ name: 'Ada Lovelace' });
  // Members with the same name, whose handles differ.
  for (let time = 0; time < 2; time++)
    expect(await ok((await register('Ada Lovelace')).call('get', '/auth'))).toMatchObject({ name: 'Ada Lovelace' });
});

test('ignores the fields that only a client knows', async () => {
  const { call } = client();
  const body = { name: 'Grace', email: `${newId()}@example.org`, password: 'correct horse battery', password2: 'correct horse battery' };
  expect((await call('post', '/users', { ...body, unknown: { deep: [1] } })).status).toBe(200);
});

test('shows the messages of failed forms', async () => {
  const { call, credentials } = await register('Kay');
  const failures = [
    [call('post', '/users', { name: 'Kay', ...credentials }), ['User already exists']],
    [
      call('post', '/users', { name: '', email: 'x', password: '' }),
      ['Name is required', 'Please include a valid email', 'Please enter a password with 8 or more characters'],
    ],
    [call('post', '/auth', { ...credentials, password: 'wrong password' }), ['Invalid Credentials']],
    [call('post', '/profile', { status: '0', skills: '' }), ['Status is required', 'Skills is required']],
    [
      call('put', '/profile/experience', { title: '', company: '', from: '' }),
      ['Title is required', 'Company is required', 'From date is required'],
    ],
    [call('post', '/posts', { text: '' }), ['Text is required']],
  ] as const;
  for (const [response, messages] of failures) {
    const { status, data } = await response;
    expect(status).toBe(400);
    expect(data.errors.map(({ msg }: { msg: string }) => msg)).toEqual(messages);
  }
});

test('creates a profile with the whole form, edits it, and adds and deletes entries', async () => {
  const { call } = await register('Ada');
  const { _id } = await ok(call('get', '/auth'));
  expect((await call('get', '/profile/me')).status).toBe(404);
  const form = {
    ...{ company: '', website: '', location: 'Bern', status: 'Developer', skills: 'HTML, CSS', githubusername: 'octocat', bio: '' },
    ...{ twitter: '', facebook: '', linkedin: '', youtube: '', instagram: '' },
  };
  await ok(call('post', '/profile', form));
  const own = await ok(call('get', '/profile/me'));
  expect(own).toMatchObject({
    user: { _id, name: 'Ada', avatar: expect.any(String) },
    status: 'Developer',
    skills: ['HTML', 'CSS'],
    location: 'Bern',
  });
  // The form sends what it has read.
  await ok(call('post', '/profile', { ...form, skills: own.skills.join(','), bio: 'Engines' }));
  const entry = { location: '', from: '2020-01-31', to: '', current: true, description: 'Notes' };
  const first = await ok(call('put', '/profile/experience', { title: 'Analyst', company: 'Engines', ...entry }));
  const second = await ok(call('put', '/profile/education', { school: 'Home', degree: 'Geometry', fieldofstudy: 'Mathematics', ...entry }));
  expect(second).toMatchObject({
    bio: 'Engines',
    experience: [{ title: 'Analyst', current: true }],
    education: [{ school: 'Home', current: true }],
  });
  const visitor = client();
  expect(await ok(visitor.call('get', `/profile/user/${_id}`))).toMatchObject({
    experience: [{ company: 'Engines', description: 'Notes' }],
  });
  expect(await ok(visitor.call('get', '/profile'))).toEqual(expect.arrayContaining([expect.objectContaining({ _id: own._id })]));
  github.answers(200, [repository('One')]);
  expect(await ok(visitor.call('get', '/profile/github/octocat'))).toMatchObject([
    { name: 'One', stargazers_count: 80, watchers_count: 81 },
  ]);
  expect(await ok(call('delete', `/profile/experience/${first.experience[0]._id}`))).toMatchObject({ experience: [] });
  expect(await ok(call('delete', `/profile/education/${second.education[0]._id}`))).toMatchObject({ education: [] });
});

test('writes, likes, comments and deletes, and reads the classic fields of each', async () => {
  const [ada, grace] = [await register('Ada'), await register('Grace')];
  const { _id: user } = await ok(ada.call('get', '/auth'));
  const post = await ok(ada.call('post', '/posts', { text: 'Hello @nobody-has-it' }));
  const fields = { user, name: 'Ada', avatar: `/api/avatars/${user}`, text: 'Hello @nobody-has-it', date: expect.any(String) };
  expect(post).toMatchObject({ _id: expect.any(String), ...fields, likes: [], comments: [] });
  expect(await ok(grace.call('get', '/posts'))).toMatchObject([{ _id: post._id }]);
  expect(await ok(grace.call('put', `/posts/like/${post._id}`))).toMatchObject([{ user: expect.any(String) }]);
  expect(await ok(grace.call('put', `/posts/unlike/${post._id}`))).toEqual([]);
  const [comment] = await ok(grace.call('post', `/posts/comment/${post._id}`, { text: 'A comment' }));
  expect(comment).toMatchObject({
    _id: expect.any(String),
    name: 'Grace',
    avatar: expect.any(String),
    text: 'A comment',
    date: expect.any(String),
  });
  expect(await ok(ada.call('get', `/posts/${post._id}`))).toMatchObject({ ...fields, comments: [{ _id: comment._id }] });
  expect((await ada.call('delete', `/posts/comment/${post._id}/${comment._id}`)).status).toBe(403);
  expect(await ok(grace.call('delete', `/posts/comment/${post._id}/${comment._id}`))).toEqual([]);
  expect((await grace.call('delete', `/posts/${post._id}`)).status).toBe(403);
  expect(await ok(ada.call('delete', `/posts/${post._id}`))).toEqual({ msg: 'Post removed' });
  expect(await ok(ada.call('delete', '/profile'))).toEqual({ msg: 'User deleted' });
  expect((await ada.call('get', '/auth')).status).toBe(401);
});
