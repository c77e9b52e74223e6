import { formatDuration, rateLimitMessage } from '@dev-connector/contract';
import { expect, test } from 'vitest';

test.for([
  [1, '1 second'],
  [99, '99 seconds'],
  [100, '2 minutes'],
  [5_999, '100 minutes'],
  [6_000, '2 hours'],
  [86_400, '24 hours'],
  [172_800, '2 days'],
  [172_801, '3 days'],
] as const)('writes %i seconds as %s', ([seconds, text]) => {
  expect(formatDuration(seconds)).toBe(text);
  expect(rateLimitMessage(seconds)).toBe(`Too many requests. Try again in ${text}.`);
});
