/** The payload of each kind of job: small JSON, usually ids. The handler reads everything else from the database. */
export interface JobPayloads {
  /** Deletes the rows of a hidden account. */
  'account.delete': { userId: string };
  /** Fetches and stores the picture of a user. */
  'avatar.fetch': { userId: string };
  /** Fetches and stores the repositories of a name on a profile, in lower case. */
  'repositories.refresh': { username: string };
  /** Deletes the rows of a hidden post. */
  'post.delete': { postId: string };
  /** Indexes rows for the search. */
  'search.index': { kind: 'post' | 'comment' | 'person' };
  /** Touches the posts or comments of a user that follow the id `after`. */
  'posts.touch': { userId: string; list: 'posts' | 'comments'; after: string };
}

export type JobKind = keyof JobPayloads;
