import type { ErrorName } from './errors.ts';

/** The messages that the site shows instead, by code. Separate from errors.ts, which browsers do not load. */
export const siteMessages: Record<string, string> = {
  noToken: 'Please sign in.',
  notAuthor: 'Only the author can do this.',
} satisfies Partial<Record<ErrorName, string>>;
