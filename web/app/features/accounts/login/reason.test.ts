import { expect, test } from 'vitest';
import { redirectTarget } from '../session/login-redirect.ts';
import { signInReason } from './reason.ts';

const to = (path: string) => new URLSearchParams({ to: path });

test.for([
  ['/dev/posts/01890000-0000-7000-8000-000000000000/a-title', 'Sign in to read this post'],
  ['/dev/posts/01890000-0000-7000-8000-000000000000/a-title#author', 'Sign in to follow the author'],
  ['/dev/posts/top', 'Sign in to read and write posts'],
  ['/dev/tags/node.js', 'Sign in to read the posts with this tag'],
  ['/dev/bookmarks?folder=A', 'Sign in to see your bookmarks'],
  ['/dev/dashboard', 'Sign in to see your dashboard'],
  ['/dev/notifications/mentions', 'Sign in to see your notifications'],
  ['/dev/add-experience', 'Sign in to edit your profile'],
  ['/dev/profiles', undefined],
] as const)('the reason for %s is %s', ([path, reason]) => {
  expect(signInReason(redirectTarget(to(path)))).toBe(reason);
});

test('returns to a comment, and to the page of a tag with a dot, but to no path with parent folders', () => {
  expect(redirectTarget(to('/dev/posts/a-title#comment-1'))).toBe('/dev/posts/a-title#comment-1');
  expect(redirectTarget(to('/dev/tags/node.js'))).toBe('/dev/tags/node.js');
  for (const path of ['/dev/search?q=(sort+by)&type=posts', '/dev/bookmarks?folder=To+read', '/dev/@ada/posts', "/dev/tags/it's"])
    expect(redirectTarget(to(path))).toBe(path);
  for (const path of [
    'https://evil.example/dev/posts',
    '/dev/\\evil.example',
    '/dev/%2e%2e/x',
    '/dev/../x',
    '/dev/..//evil.example',
    '/dev/tags/./x',
    '//evil.example/dev/',
  ])
    expect(redirectTarget(to(path))).toBe('/dev/dashboard');
});
