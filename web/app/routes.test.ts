import { reservedHandles } from '@dev-connector/contract';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import { signInReason } from './features/accounts/login/reason';
import routes from './routes';

const pathsOf = (entries: RouteConfigEntry[]): string[] => entries.flatMap(({ path = '', children = [] }) => [path, ...pathsOf(children)]);

test('no member can have a handle that is the first segment of a page below /dev', () => {
  const segments = new Set(pathsOf(routes).flatMap((path) => /^dev\/([\w-]+)/.exec(path)?.[1] ?? []));
  expect(segments.size).toBeGreaterThan(20);
  expect([...segments].filter((segment) => !reservedHandles.has(segment))).toEqual([]);
});

const memberPaths = (entries: RouteConfigEntry[], isMembers = false): string[] =>
  entries.flatMap(({ path, file, children = [] }) => [
    ...(isMembers && path ? [`/${path}`] : []),
    ...memberPaths(children, file === 'shell/member/route.tsx'),
  ]);

test('every screen for members tells visitors why they have to sign in', () => {
  const paths = memberPaths(routes);
  expect(paths.length).toBeGreaterThan(15);
  expect(paths.filter((path) => !signInReason(path))).toEqual([]);
});
