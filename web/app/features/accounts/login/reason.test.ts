import { expect, test } from 'vitest';
import { redirectTarget } from '../session/login-redirect.ts';
import { signInReason } from './reason.ts';

const to = (path: string) => new URLSearchParams({ to: path });

test.for([
  ['/dev/posts/01890000-0000-7000-8000-000000000000/a-title', 'Sign in to read this post'],
  ['/dev/posts/top', 'Sign in to read and write posts'],
  ['/dev/tags/node.js', 'Sign in to read the posts with this tag'],
  ['/dev/bookmarks?folder=A', 'Sign in to see your bookmarks'],
  ['/dev/add-experience', 'Sign in to edit your profile'],
  ['/dev/profiles', undefined],
  ['https://evil.example/dev/posts', undefined],
] as const)('the reason for %s is %s', ([path, reason]) => {
  expect(signInReason(redirectTarget(to(path)))).toBe(reason);
});

test('returns to a comment, and to the page of a tag with a dot, but to no path with parent folders', () => {
  expect(redirectTarget(to('/dev/posts/a-title#comment-1'))).toBe('/dev/posts/a-title#comment-1');
  expect(redirectTarget(to('/dev/tags/node.js'))).toBe('/dev/tags/node.js');
  for (const path of ['/dev/../x', '/dev/..//evil.example', '/dev/tags/./x', '//evil.example/dev/'])
    expect(redirectTarget(to(path))).toBe('/dev/dashboard');
});
