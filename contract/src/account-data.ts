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

/** Everything that is kept of a member, but for what nobody may read: the password's hash and the sessions' tokens. Lists are oldest first, likes by post. */
export const accountData = object(
  {
    exported: instant(),
    account,
    profile: optional(profile),
    sessions: array(session),
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
