import type { Post } from '@dev-connector/contract';
import type { Linked } from './permalink';
import type { Listed } from './thread-queries';

/** State shared by all comments of a discussion. */
export interface CommentView {
  postId: string;
  viewerId: string;
  /** Whether the author has closed the post for new comments. */
  isClosed: boolean;
  /** Whether comments can be public. */
  canBePublic: boolean;
  /** Id of the newest comment at the viewer's last visit. */
  lastVisit: string | undefined;
  linked: Linked | undefined;
}

/** Whether the author of the post lets everyone read its public comments. */
export const canHavePublicComments = ({ visibility, commentsVisibility }: Post): boolean =>
  visibility === 'public' && commentsVisibility === 'public';

/** Whether another member wrote the comment after the viewer's last visit. Ids increase with time. */
export const isNew = (comment: Listed, { lastVisit, viewerId }: CommentView): boolean =>
  lastVisit !== undefined && comment._id > lastVisit && 'user' in comment && comment.user !== viewerId;
