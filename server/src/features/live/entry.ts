/** A change that streams may have to deliver: ids and kinds only, so that the reader's own requests decide what they see. */
export type Entry =
  | CreatedPost
  | { kind: 'post'; change: 'edited' | 'deleted'; post: string; author: string }
  /** Entries of a process with an earlier version lack the author. */
  | { kind: 'comment'; change: 'comment'; post: string; comment: string; author?: string }
  | { kind: 'comment'; change: 'commentEdited' | 'commentDeleted'; post: string; comment: string }
  | { kind: 'like'; post: string; comment?: string }
  /** The notifications of these members have changed. */
  | { kind: 'notifications'; users: string[] }
  /** Sessions of this member may have ended. */
  | { kind: 'sessions'; user: string };

export interface CreatedPost {
  kind: 'post';
  change: 'created';
  post: string;
  author: string;
}
