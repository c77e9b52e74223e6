import { avatar } from '../avatars.ts';
import { comment } from '../comments.ts';
import { sentDraft } from '../drafts/sent-draft.ts';
import { handle, idOrHandlePattern } from '../handles.ts';
import { endpoint } from '../shared/endpoint.ts';
import { limits } from '../shared/limits.ts';
import {
  array,
  boolean,
  byId,
  id,
  idempotencyHeaders,
  instant,
  integer,
  markdownText,
  message,
  object,
  optional,
  page,
  type Static,
  string,
  text,
} from '../shared/schema.ts';
import { missingText, rendered } from '../shared/texts.ts';
import { visibility, visibilityInput } from '../shared/visibility.ts';
import { postTags, tagName } from '../tags/tags.ts';
import { like } from './likes.ts';

const likesDescription = `The newest ${limits.embedded}, newest first. GET /api/posts/{id}/likes returns all.`;
const commentsDescription = `Newest first: at most ${limits.embedded}, and at most ${limits.embeddedBytes} bytes. GET /api/posts/{id}/comments returns all.`;

/** `name`, `headline` and `avatar` are the author's current ones; `user` is the author's id. The counts are exact even if the lists are truncated or omitted. */
export const postFields = {
  _id: id(),
  title: optional(string()),
  text: string(),
  ...rendered,
  tags: array(string(), { description: `In lower case, at most ${limits.tags}: those of the field, then those of the text.` }),
  visibility: visibility(
    'Who can read the post: members, or everyone. Visitors see the number of likes, and the comments that are public.',
  ),
  commentsVisibility: visibility(
    'members: all comments are for members. public: the author of each comment chooses who can read it, while the post is public.',
  ),
  commentsClosed: boolean({ description: 'Whether the author has closed the post for new comments.' }),
  name: string(),
  handle: handle(),
  headline: optional(string()),
  avatar: avatar(),
  user: id(),
  likes: array(like, { description: likesDescription }),
  comments: array(comment, { description: commentsDescription }),
  likeCount: integer(),
  commentCount: integer(),
  date: instant(),
  publishedAt: optional(instant({ description: 'When the post was first public. Only in public posts.' })),
  pinned: boolean({ description: 'Whether the author pinned the post to their profile.' }),
};

export const post = object(
  {
    ...postFields,
    viewer: object(
      { liked: boolean(), bookmarked: boolean(), folder: optional(string({ description: 'The folder of the bookmark, if any.' })) },
      { description: "The viewer's state: whether they like the post and have bookmarked it." },
    ),
  },
  { title: 'Post' },
);
export type Post = Static<typeof post>;

const postText = markdownText({ title: 'Text', max: limits.postText, required: missingText });
const postTitle = optional(
  text({ title: 'Title', max: limits.postTitle, empty: '', description: 'An empty text or null removes the title.' }),
);

const commentsVisibility = optional(visibilityInput({ title: 'Comments visibility', description: 'Default: public.' }));

export const postInput = object(
  { text: postText, title: postTitle, tags: postTags, visibility: optional(visibilityInput()), commentsVisibility, draft: sentDraft },
  { title: 'PostInput' },
);
export type PostInput = Static<typeof postInput>;

export const postChange = object(
  {
    text: optional(postText),
    title: postTitle,
    tags: postTags,
    visibility: optional(visibilityInput()),
    commentsVisibility,
    commentsClosed: optional(boolean({ title: 'Comments closed' })),
    draft: sentDraft,
    version: integer({ title: 'Version', minimum: 1, description: 'The version that was edited.' }),
  },
  { title: 'PostChange' },
);
export type PostChange = Static<typeof postChange>;

/** Selects the lists that each post includes; an empty value returns only counts. */
const embed = optional(
  string({
    title: 'Embed',
    pattern: '^(likes|comments|likes,comments|comments,likes)?$',
    default: 'likes,comments',
    'x-invalid': 'Embed must be likes, comments, both or empty',
    description: 'likes, comments, both (comma-separated) or empty.',
  }),
);

export const feeds = ['latest', 'following', 'top', 'unanswered'] as const;
export type Feed = (typeof feeds)[number];
export const periods = ['day', 'week', 'month', 'year'] as const;
export type FeedPeriod = (typeof periods)[number];

/** Choose posts of a list by tag or author. */
export const postFilters = {
  tag: optional(tagName({ description: 'Only posts with this tag. Only with latest.' })),
  author: optional(
    string({
      title: 'Author',
      pattern: idOrHandlePattern,
      'x-invalid': 'Author must be the id or the @handle of a user',
      description: 'Only posts of this user. Only with latest.',
    }),
  ),
};

/** Sorted newest first; the top feed by score. Posts with a tag that the viewer mutes are left out, except the viewer's own. */
export const listPosts = endpoint({
  method: 'GET',
  path: '/api/posts',
  summary: 'List posts',
  tag: 'Posts',
  access: 'member',
  query: object({
    ...page,
    feed: optional(
      string({
        title: 'Feed',
        enum: [...feeds],
        description:
          "latest (default): all posts. following: posts of members and tags that the viewer follows, and the viewer's own. top: by likes and number of commenters, decreasing with age. unanswered: posts open for comments that have none by others.",
      }),
    ),
    ...postFilters,
    period: optional(
      string({
        title: 'Period',
        enum: [...periods],
        description: 'The age of the posts; default: week. Only with top.',
      }),
    ),
    embed,
  }),
  reply: array(post),
  hasEtag: true,
  errors: ['cursorInvalid', 'feedCombination'],
});

/**
 * Visitors get public posts, with counts but without likes and comments, and 401 for all others. Their number of comments counts those that they can read: GET
 * /api/posts/{id}/threads returns them.
 */
export const readPost = endpoint({
  method: 'GET',
  path: '/api/posts/:id',
  summary: 'Get a post',
  tag: 'Posts',
  access: 'optional',
  params: byId,
  query: object({ embed }),
  reply: post,
  hasEtag: true,
  notFound: 'postNotFound',
});

/** Repeating the request with the same `Idempotency-Key` returns the first post and does not create another. */
export const createPost = endpoint({
  method: 'POST',
  path: '/api/posts',
  summary: 'Create a post',
  tag: 'Posts',
  access: 'member',
  stores: true,
  headers: idempotencyHeaders,
  body: postInput,
  reply: post,
  rate: 'post',
});

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id',
  summary: 'Delete one of your posts',
  tag: 'Posts',
  access: 'member',
  params: byId,
  reply: message,
  notFound: 'postNotFound',
  errors: ['notAuthor'],
});

/** Editing creates a version. The previous one stays in the history. Omitted fields stay unchanged. */
export const updatePost = endpoint({
  method: 'PATCH',
  path: '/api/posts/:id',
  summary: 'Edit one of your posts',
  tag: 'Posts',
  access: 'member',
  stores: true,
  params: byId,
  body: postChange,
  reply: post,
  notFound: 'postNotFound',
  errors: ['notAuthor', 'textChanged', 'versionsFull'],
  rate: 'post',
});
