import type { Comment, Watch } from '@dev-connector/contract';
import type { Mutation, QueryClient } from '@tanstack/react-query';
import type { ApiResponse } from '../../api/client';
import { readToken } from '../../api/token';
import { accountQuery } from '../accounts/auth-queries';
import { type Sent, sendKey, sentBy, showSent } from '../comments/sent-comments';
import { watchQuery } from '../notifications/watch-query';

/** A change by the viewer that the other tabs show, too: a comment, or the choice to watch a discussion. */
export type OwnChange = { post: string; sent: Sent } | { post: string; watch: Watch };

const accountIdIn = (queries: QueryClient) => queries.getQueryData(accountQuery(readToken()).queryKey)?._id;

/** Returns the change that a mutation has made. */
export function ownChangeOf(queries: QueryClient, { options, state }: Mutation): OwnChange | undefined {
  const [name, post] = (options.mutationKey ?? []) as string[];
  if (post === undefined) return undefined;
  if (name === watchQuery(post).queryKey[0]) return { post, watch: (state.data as ApiResponse<Watch>).data };
  if (name !== sendKey(post)[0]) return undefined;
  const { data: comments, total = comments.length } = state.data as ApiResponse<Comment[]>;
  const { parent } = state.variables as Partial<Sent>;
  const comment = sentBy({ comments, total, parent }, accountIdIn(queries));
  // Without those of others, which wait behind a button there.
  return comment && { post, sent: { comments: [comment], total, parent } };
}

/** Shows a change of another tab. */
export function showOwnChange(queries: QueryClient, change: OwnChange): void {
  const { post } = change;
  if ('watch' in change) queries.setQueryData(watchQuery(post).queryKey, change.watch);
  else void showSent(queries, post, change.sent, accountIdIn(queries));
}
