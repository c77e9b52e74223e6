import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { earlyRequestsScript, sendEarlyRequests } from './early-requests.ts';

const withToken = (token: string, method = 'GET'): RequestInit => ({ method, headers: { 'x-auth-token': token } });
const sent = vi.fn(async (path: string, _init: RequestInit) => new Response(path));
const take = (path: string, init: RequestInit) => globalThis.takeEarlyResponse?.(path, init);

function open(search: string, token: string | null, homeFeed: string | null = null) {
  sent.mockClear();
  globalThis.takeEarlyResponse = undefined;
  vi.stubGlobal('fetch', sent);
  vi.stubGlobal('location', { search });
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'token' ? token : homeFeed) });
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
}

beforeEach(() => open('', 'ada'));
afterEach(() => vi.unstubAllGlobals());

test('gives an early response once, only to a GET request with the token that was sent', async () => {
  sendEarlyRequests('/api/auth', '/api/follows');
  expect(sent.mock.calls).toEqual([['/api/auth', { headers: { 'x-auth-token': 'ada' } }]]);
  expect(take('/api/auth', withToken('charles'))).toBeUndefined();
  expect(take('/api/auth', { method: 'GET', headers: {} })).toBeUndefined();
  expect(take('/api/auth', withToken('ada', 'POST'))).toBeUndefined();
  expect(take('/api/posts', withToken('ada'))).toBeUndefined();
  expect(await (await take('/api/auth', withToken('ada')))?.text()).toBe('/api/auth');
  expect(take('/api/auth', withToken('ada'))).toBeUndefined();
});

test('requests the first page only if the address has no query', () => {
  sendEarlyRequests('/api/auth', '/api/follows', '/api/posts?embed=');
  expect(sent.mock.calls.map(([path]) => path)).toEqual(['/api/auth', '/api/posts?embed=']);
  open('?cursor=a', 'ada');
  sendEarlyRequests('/api/auth', '/api/follows', '/api/posts?embed=');
  expect(sent.mock.calls.map(([path]) => path)).toEqual(['/api/auth']);
});

test.each([
  [null, ['/api/auth', '/api/follows', '/api/posts?feed=latest']],
  ['following', ['/api/auth', '/api/posts?feed=following']],
])('requests the home feed (remembered: %s)', (homeFeed, expected) => {
  open('', 'ada', homeFeed);
  sendEarlyRequests('/api/auth', '/api/follows', '/api/posts?feed=:home');
  expect(sent.mock.calls.map(([path]) => path)).toEqual(expected);
});

test('requests nothing for a visitor', () => {
  open('', null);
  sendEarlyRequests('/api/auth', '/api/follows', '/api/posts?embed=');
  expect(sent).not.toHaveBeenCalled();
});

test('escapes the parameter of an address in the script', () => {
  const script = earlyRequestsScript({ handle: { firstRequest: '/api/posts/:id' }, params: { id: '</script>\'"/../' } });
  expect(script).toContain('"/api/posts/%3C%2Fscript%3E\'%22%2F..%2F"');
  expect(script).not.toContain('</');
});
