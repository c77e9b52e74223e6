import type { ErrorName } from './errors.ts';

/** Messages that clients of the classic API compare. */
export const classicMessages = { noToken: 'No token, authorization denied', notAuthor: 'User not authorized' } as const;

/** The messages that the site shows instead, by code. Separate from errors.ts, which browsers do not load. */
export const siteMessages: Record<string, string> = {
  noToken: 'Please sign in.',
  notAuthor: 'Only the author can do this.',
} satisfies Partial<Record<ErrorName, string>>;
