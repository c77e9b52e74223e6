import { draft } from '../drafts/drafts.ts';
import { notificationMail } from '../notification-mails.ts';
import { profile } from '../profiles/profiles.ts';
import { endpoint } from '../shared/endpoint.ts';
import { array, boolean, id, instant, integer, object, optional, type Static, string } from '../shared/schema.ts';
import { rendered } from '../shared/texts.ts';
import { visibility } from '../shared/visibility.ts';
import { storedBytes } from '../storage.ts';
import { account, session } from './auth.ts';

/** Length of the post excerpt that accompanies each comment and like, in characters. */
export const excerptLength = 200;

/** The post that a comment or a like belongs to. */
const postSummary = object(
  {
    _id: id(),
    user: id({ description: 'Id of the author.' }),
    name: string(),
    excerpt: string({ description: `The first ${excerptLength} characters of the text.` }),
  },
  { title: 'PostSummary' },
);

/** A post or comment without its HTML. */
const source = { format: rendered.format, version: rendered.version, editedAt: rendered.editedAt };

/** An address that the member has signed in from, stored only as a pseudonym. */
const knownAddress = object({
  pseudonym: string({
    description: 'SHA-256 of the IPv4 address, or of the first 64 bits of the IPv6 address; the first 22 characters in base64url.',
  }),
  lastUsed: instant(),
});

/** A browser that the member has signed in from. */
const knownDevice = object({
  pseudonym: string({ description: "Prefix of the SHA-256 of the browser's random secret." }),
  lastUsed: instant(),
});

/**
 * All stored data of a member, except secrets and internal columns: password hash, hashes of session tokens and of password reset links, rate-limit
 * attempts (deleted within the hour), idempotency keys and row versions. Lists are sorted oldest first; likes are sorted by post.
 */
export const accountData = object(
  {
    exported: instant(),
    account,
    formerHandles: array(object({ handle: string(), until: instant() }), { description: 'They lead to the member until then.' }),
    storage: storedBytes,
    picture: optional(
      object({ type: string(), data: string({ description: 'The picture from the avatar service, in Base64.' }), fetched: instant() }),
    ),
    uploadedPicture: optional(
      object({ type: string(), data: string({ description: 'The picture that the member uploaded, in Base64.' }) }),
    ),
    profile: optional(profile),
    sessions: array(session),
    knownAddresses: array(knownAddress),
    knownDevices: array(knownDevice),
    posts: array(
      object({
        _id: id(),
        title: optional(string()),
        text: string(),
        ...source,
        tags: array(string()),
        visibility: visibility('Who can read the post.'),
        commentsVisibility: visibility('Who can read its comments.'),
        commentsClosed: boolean(),
        pinned: boolean(),
        likeCount: integer(),
        commentCount: integer(),
        date: instant(),
        publishedAt: optional(instant()),
      }),
    ),
    comments: array(
      object({
        _id: id(),
        parent: optional(id()),
        text: string(),
        ...source,
        visibility: visibility('Who can read the comment, as its author chose.'),
        likeCount: integer(),
        date: instant(),
        post: postSummary,
      }),
    ),
    revisions: array(
      object(
        {
          _id: id(),
          post: optional(id()),
          comment: optional(id()),
          version: integer(),
          title: optional(string()),
          text: optional(string()),
          format: rendered.format,
          date: instant(),
        },
        { description: 'Earlier versions of posts and comments. Erased ones have no text.' },
      ),
    ),
    media: array(
      object({ url: string(), alt: string(), type: string(), data: string({ description: 'The image in Base64.' }), date: instant() }),
      { description: 'The images that the member uploaded for texts, by address.' },
    ),
    likes: array(object({ _id: id(), date: instant(), post: postSummary })),
    bookmarks: array(object({ date: instant(), folder: optional(string()), post: postSummary })),
    drafts: array(draft),
    follows: array(object({ user: id(), name: string(), date: instant() })),
    followedTags: array(object({ tag: string(), date: instant() })),
    mutedTags: array(object({ tag: string(), date: instant() })),
    followSettings: object({ followersHidden: boolean(), followingHidden: boolean() }),
    notifications: array(
      object({
        kind: string(),
        user: id({ description: 'Who caused it.' }),
        post: optional(id()),
        comment: optional(id()),
        change: optional(string({ description: 'What was changed in the account.' })),
        date: instant(),
        read: optional(instant({ description: 'When you read it.' })),
      }),
    ),
    watchedDiscussions: array(object({ post: id(), watched: boolean(), muted: boolean(), date: instant() })),
    notificationSettings: array(object({ kind: string(), channel: string(), on: boolean() }), {
      description: 'Those that differ from the defaults.',
    }),
    notificationMail: optional(notificationMail),
    commentLikes: array(object({ comment: id(), date: instant() })),
  },
  { title: 'AccountData' },
);
export type AccountData = Static<typeof accountData>;

/** Streams the data as an attachment. Rows written during the download may be missing. */
export const readAccountData = endpoint({
  method: 'GET',
  path: '/api/users/me/data',
  summary: 'Download your data',
  tag: 'Users',
  access: 'member',
  rate: 'download',
  reply: accountData,
});
