import { account, session } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { profile } from './profiles.ts';
import { array, id, instant, integer, object, optional, type Static, string } from './schema.ts';

/** Characters of somebody's post that stand beside a comment or a like of mine. */
export const excerptLength = 200;

/** The post that a comment or a like is on: whose it is, and how it begins. */
const postInShort = object(
  {
    _id: id(),
    user: id({ description: "The author's." }),
    name: string(),
    excerpt: string({ description: `The first ${excerptLength} characters of its text.` }),
  },
  { title: 'PostInShort' },
);

/** How much is known of an entry's days, where that is not all of them: the day in the profile stands for a month or a year of an imported résumé. */
const knownDates = object({
  _id: id({ description: 'The entry.' }),
  from: optional(string({ enum: ['month', 'year'] })),
  to: optional(string({ enum: ['month', 'year'] })),
});

/** Where they have signed in from. No address is kept, only its pseudonym. */
const knownAddress = object({
  pseudonym: string({ description: 'SHA-256 of the IP address, or of the first 64 bits of one of IPv6; 22 characters of base64url.' }),
  lastUsed: instant(),
});

/** Browsers from which they have signed in. */
const knownDevice = object({
  pseudonym: string({ description: "The beginning of the SHA-256 of the browser's random secret." }),
  lastUsed: instant(),
});

/**
 * Everything that is kept of a member, but for what nobody may read or is of no meaning outside: the password's hash, the hashes of session tokens and of
 * the secret in a link to a new password, counted tries (dropped within the hour), and the idempotency keys and version numbers that stand with rows.
 * Lists are oldest first, likes by post.
 */
export const accountData = object(
  {
    exported: instant(),
    account,
    profile: optional(profile),
    knownDates: array(knownDates),
    sessions: array(session),
    knownAddresses: array(knownAddress),
    knownDevices: array(knownDevice),
    posts: array(object({ _id: id(), text: string(), likeCount: integer(), commentCount: integer(), date: instant() })),
    comments: array(object({ _id: id(), text: string(), date: instant(), post: postInShort })),
    likes: array(object({ _id: id(), date: instant(), post: postInShort })),
  },
  { title: 'AccountData' },
);
export type AccountData = Static<typeof accountData>;

/** Comes as an attachment, in chunks as it is read: what is written meanwhile may be in it or not. */
export const readAccountData = endpoint({
  method: 'GET',
  path: '/api/users/me/data',
  summary: 'Download everything of mine',
  tag: 'Users',
  who: 'member',
  rate: 'download',
  reply: accountData,
});
