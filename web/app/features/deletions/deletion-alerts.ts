import type { DeletionKind } from '../../api/pending-deletions';

/** The alerts of each kind: while the deletion can be undone, and when the server has refused it. */
export const deletionAlerts: Record<DeletionKind, { success: string; failure: string }> = {
  post: { success: 'Post Removed', failure: 'Post could not be deleted' },
  comment: { success: 'Comment Removed', failure: 'Comment could not be deleted' },
  experience: { success: 'Experience Removed', failure: 'Experience could not be deleted' },
  education: { success: 'Education Removed', failure: 'Education could not be deleted' },
  draft: { success: 'Draft removed', failure: 'Draft could not be deleted' },
};
