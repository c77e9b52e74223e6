import { comment } from './comments.ts';
import { endpoint } from './endpoint.ts';
import { like } from './likes.ts';
import { limits } from './limits.ts';
import {
  array,
  boolean,
  byId,
  id,
  idempotencyHeaders,
  instant,
  integer,
  message,
  object,
  optional,
  page,
  type Static,
  string,
  text,
} from './schema.ts';

const likesListed = `The newest ${limits.embedded}, newest first. GET /api/posts/{id}/likes has all.`;
const commentsListed = `Newest first: at most ${limits.embedded}, and at most ${limits.embeddedBytes} bytes. GET /api/posts/{id}/comments has all.`;

/** `name` and `avatar` are the author's current ones; `user` is the author's id. The counts are exact even where the lists are cut or left out. */
export const post = object(
  {
    _id: id(),
    text: string(),
    name: string(),
    avatar: string(),
    user: id(),
    likes: array(like, { description: likesListed }),
    comments: array(comment, { description: commentsListed }),
    likeCount: integer(),
    commentCount: integer(),
    liked: boolean({ description: 'By the member who asks.' }),
    date: instant(),
  },
  { title: 'Post' },
);
export type Post = Static<typeof post>;

export const postInput = object(
  { text: text({ title: 'Text', max: limits.postText, required: 'Text is required' }) },
  { title: 'PostInput' },
);
export type PostInput = Static<typeof postInput>;

/** Newest first. `embed` names the lists that each post carries; empty for counts alone. */
export const listPosts = endpoint({
  method: 'GET',
  path: '/api/posts',
  summary: 'The feed',
  tag: 'Posts',
  who: 'member',
  query: object({
    ...page,
    embed: optional(
      string({
        title: 'Embed',
        pattern: '^(likes|comments|likes,comments|comments,likes)?$',
        default: 'likes,comments',
        description: 'likes, comments, both (comma-separated) or empty.',
      }),
    ),
  }),
  reply: array(post),
  tagged: true,
  errors: ['cursorInvalid'],
});

export const readPost = endpoint({
  method: 'GET',
  path: '/api/posts/:id',
  summary: 'One post',
  tag: 'Posts',
  who: 'member',
  params: byId,
  reply: post,
  tagged: true,
  notFound: 'postNotFound',
});

/** A repeat with the same `Idempotency-Key` answers with the first post and creates none. */
export const createPost = endpoint({
  method: 'POST',
  path: '/api/posts',
  summary: 'Post',
  tag: 'Posts',
  who: 'member',
  headers: idempotencyHeaders,
  body: postInput,
  reply: post,
  rate: 'post',
});

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id',
  summary: 'Delete a post of mine',
  tag: 'Posts',
  who: 'member',
  params: byId,
  reply: message,
  notFound: 'postNotFound',
  errors: ['notAuthor'],
});
