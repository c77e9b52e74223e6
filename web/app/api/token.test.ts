import { beforeEach, expect, test, vi } from 'vitest';
import { dismissSessionEnded, endSession, readToken, rejectToken, storeToken, wasSessionEnded } from './token';

const stored = new Map<string, string>();
const removed: string[] = [];
vi.mock('../ui/browser/browser-storage', () => ({
  local: {
    get: (key: string) => stored.get(key) ?? null,
    set(key: string, text: string | null) {
      if (text === null) removed.push(key);
      text === null ? stored.delete(key) : stored.set(key, text);
      return true;
    },
  },
}));

beforeEach(() => {
  stored.clear();
  storeToken('old');
  removed.length = 0;
});

test('the end of a session that another tab has found removes its token', () => {
  endSession('old');
  expect([readToken(), wasSessionEnded()]).toEqual([null, true]);
});

test('the end of a session removes no token that another tab has stored or is storing', () => {
  stored.set('token', 'new');
  endSession('old');
  expect([readToken(), wasSessionEnded()]).toEqual(['new', false]);
  stored.delete('token'); // another tab has removed it, and this one does not see the newer token yet
  endSession('old');
  expect(wasSessionEnded()).toBe(true);
  expect(removed).toEqual([]);
  stored.set('token', 'newer');
  expect([readToken(), wasSessionEnded()]).toEqual(['newer', false]);
});

test('a request of a visitor after the end of a session is not another end', () => {
  stored.delete('token');
  endSession('old');
  dismissSessionEnded();
  rejectToken(null);
  expect(wasSessionEnded()).toBe(false);
  expect(removed).toEqual([]);
});

test('does not report an ended session after a newer one was signed out in another tab', () => {
  endSession('old');
  stored.set('token', 'new');
  readToken();
  stored.delete('token');
  expect(wasSessionEnded()).toBe(false);
});
