import type { DraftSummary } from '@dev-connector/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { Link } from 'react-router';
import { scheduleDeletion, useNotDeleted } from '../deletions/pending';
import { openEditor } from '../posts/editing/open-editors';
import { Button, buttonClass } from '../ui/Button';
import { Time } from '../ui/dates';
import { UserText } from '../ui/UserText';
import { draftKey } from './local-drafts';
import { draftSyncOf, draftsQuery } from './synced-drafts';

const kinds: Record<string, string> = { post: 'New post', comment: 'Comment', reply: 'Reply', edit: 'Edit' };

/** The texts that the member has not sent, on any device. Nothing if there are none. */
export function MyDrafts({ accountId }: { accountId: string }) {
  const queries = useQueryClient();
  const { data } = useQuery(draftsQuery);
  const isShown = useNotDeleted();
  const drafts = (data?.drafts ?? []).filter(({ context }) => isShown({ _id: draftKey(accountId, context) }));
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    void draftSyncOf(queries, accountId)
      .flush()
      .then(() => queries.invalidateQueries({ queryKey: draftsQuery.queryKey }));
  }, [queries, accountId]);

  function remove({ context, version }: DraftSummary) {
    scheduleDeletion({ kind: 'draft', id: draftKey(accountId, context), userId: accountId, version });
    title.current?.focus();
  }

  if (drafts.length === 0) return;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} ref={title} tabIndex={-1} className="font-semibold text-lg outline-none">
        My drafts
      </h2>
      <ul className="list border-line border-y">
        {drafts.map((draft) => (
          <li key={draft.context} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
            <div className="min-w-0 grow basis-40">
              <p className="truncate font-medium">
                <UserText text={draft.title ?? draft.excerpt} />
              </p>
              <p className="text-muted text-sm">
                {kinds[draft.context.split(':')[0] ?? '']} · <Time date={draft.date} />
              </p>
            </div>
            <div className="flex items-center gap-3">
              <Link to={addressOf(draft)} className={buttonClass('neutral', 'sm')} onClick={() => openEditorOf(draft)}>
                Continue
              </Link>
              <Button size="sm" variant="ghost" className="-mx-2.5 text-muted" onClick={() => remove(draft)}>
                Delete
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Opens the editor of an edited text on the next screen. */
function openEditorOf({ context }: DraftSummary): void {
  const [kind, id] = context.split(':');
  if (kind === 'edit' && id) openEditor(id);
}

/** The form that the draft is written in. */
function addressOf({ context, post }: DraftSummary): string {
  const [kind, id] = context.split(':');
  if (kind === 'post') return '/dev/posts#new-post';
  return kind === 'comment' || id === post ? `/dev/posts/${post}` : `/dev/posts/${post}#${kind === 'reply' ? 'reply' : 'comment'}-${id}`;
}
