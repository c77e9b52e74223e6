import { errors, problemOf } from '@dev-connector/contract';
import { expect, test } from 'vitest';
import { toApiError } from './client.ts';

const response = (status: number) => ({ status, headers: { get: () => null } });

test.each([
  ['noToken', 'Please sign in.'],
  ['notAuthor', 'Only the author can do this.'],
  ['userNotFound', 'User not found'],
] as const)('shows the message of %s as %s', (name, shown) => {
  const { status, msg } = errors[name];
  expect(toApiError(response(status), problemOf(status, [{ msg, code: name }])).message).toBe(shown);
});
