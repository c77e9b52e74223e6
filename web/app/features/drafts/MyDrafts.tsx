import { type DraftSummary, draftExcerpt } from '@dev-connector/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { scheduleDeletion, usePendingDeletions } from '../../api/pending-deletions';
import { Button, buttonClass } from '../../ui/Button';
import { Time } from '../../ui/dates';
import { UserLines } from '../../ui/UserLines';
import { UserText } from '../../ui/UserText';
import { CopyText } from './CopyText';
import { deletionId, isDiscarded, isOpen } from './form-draft';
import { openEditor } from './open-editors';
import { findRecords, readRecord } from './records';
import { isText } from './stored-drafts';
import { draftSyncOf, draftsQuery, read } from './synced-drafts';
import { useRecordChanges } from './useRecordChanges';

const kinds: Record<string, string> = { post: 'New post', comment: 'Comment', reply: 'Reply', edit: 'Edit' };

/** What a draft is about. */
const targets: Record<string, string> = { comment: 'post', reply: 'comment', edit: 'text' };

/** An unsent text: on the server, in this browser, or in both. */
interface Row {
  context: string;
  title: string | undefined;
  excerpt: string;
  date: string;
  /** The post that it is about. */
  post: string | undefined;
  /** Version of the server's copy. */
  version: number | undefined;
  /** Its record in this browser. */
  recordId: string | undefined;
  /** Whether the server lacks the text, or its last change. */
  isLocal: boolean;
}

/** The server's drafts and those of this browser that it lacks. `drafts` is undefined while the server cannot be reached. */
function rowsOf(accountId: string, drafts: DraftSummary[] | undefined): Row[] {
  const records = findRecords(accountId, ({ context, fields }) => isText(context) && fields !== undefined);
  const stored = (drafts ?? []).map((draft): Row => {
    const own = records.find(([id, { context, version }]) => context === draft.context && (version === draft.version || isOpen(id)));
    const { title, excerpt, post } = {
      ...draft,
      ...(own?.[1].dirty && { title: own[1].fields?.title, excerpt: own[1].fields?.text ?? '' }),
    };
    return { ...draft, title: title || undefined, excerpt, post, recordId: own?.[0], isLocal: own?.[1].dirty === true };
  });
  const local = records
    .filter(([id, { dirty }]) => (dirty || !drafts) && !isOpen(id) && !stored.some(({ recordId }) => recordId === id))
    .map(([recordId, { context, version, fields = {}, path, changedAt }]): Row => {
      const post = context.startsWith('comment:')
        ? context.slice('comment:'.length)
        : /^\/dev\/posts\/([\da-f-]{36})/.exec(path ?? '')?.[1];
      const date = new Date(changedAt).toISOString();
      return {
        context,
        title: fields.title || undefined,
        excerpt: fields.text?.slice(0, draftExcerpt) ?? '',
        date,
        post,
        version,
        recordId,
        isLocal: true,
      };
    });
  return [...stored, ...local]
    .filter(({ context, recordId }) => !isDiscarded(accountId, context, recordId) && !(recordId && isOpen(recordId)))
    .sort((a, b) => (a.date < b.date ? 1 : -1));
}

/** The texts that the member has not sent, on any device. Nothing if there are none. */
export function MyDrafts({ accountId }: { accountId: string }) {
  const queries = useQueryClient();
  const { data } = useQuery(draftsQuery);
  useRecordChanges();
  usePendingDeletions();
  const sync = draftSyncOf(queries, accountId);
  const rows = rowsOf(accountId, data?.drafts);
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    const stop = sync.start();
    void sync.flush().then(() => queries.invalidateQueries({ queryKey: draftsQuery.queryKey }));
    return stop;
  }, [queries, sync]);

  function remove({ context, version, recordId }: Row) {
    const versioned = version !== undefined && { version };
    scheduleDeletion({ kind: 'draft', id: recordId ?? deletionId(accountId, context), userId: accountId, ...versioned });
    title.current?.focus();
  }

  if (rows.length === 0) return;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} ref={title} tabIndex={-1} className="font-semibold text-lg outline-none">
        My drafts
      </h2>
      <ul className="list border-line border-y">
        {rows.map((row) => (
          <DraftRow key={row.recordId ?? row.context} row={row} onDelete={() => remove(row)}>
            <Reason row={row} sync={sync} />
          </DraftRow>
        ))}
      </ul>
    </section>
  );
}

function DraftRow({ row, onDelete, children }: { row: Row; onDelete: () => void; children: ReactNode }) {
  const { context, title, excerpt, date, recordId } = row;
  const [kind = ''] = context.split(':');
  const address = addressOf(row);
  const [text, setText] = useState<string>();
  const readText = async () => readRecord(recordId)?.fields?.text ?? (await read(context))?.text ?? excerpt;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
      <div className="min-w-0 grow basis-40">
        <p className="truncate font-medium">
          <UserText text={title ?? excerpt} />
        </p>
        <p className="text-muted text-sm">
          {kinds[kind]} · <Time date={date} />
          {!address && ` · The ${targets[kind]} was deleted`}
          {children}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {address ? (
          <Link to={address} className={buttonClass('neutral', 'sm')} onClick={() => openEditorOf(row)}>
            Continue
          </Link>
        ) : (
          <Button
            size="sm"
            aria-expanded={text !== undefined}
            onClick={async () => setText(text === undefined ? await readText() : undefined)}
          >
            {text === undefined ? 'Show text' : 'Hide text'}
          </Button>
        )}
        {(!address || row.isLocal) && <CopyText text={readText} />}
        <Button size="sm" variant="ghost" className="-mx-2.5 text-muted" onClick={onDelete}>
          Delete
        </Button>
      </div>
      {text !== undefined && <UserLines className="max-h-80 w-full overflow-y-auto" text={text} />}
    </li>
  );
}

/** Says that a text is on this device only, and why. */
function Reason({ row: { recordId, isLocal }, sync }: { row: Row; sync: ReturnType<typeof draftSyncOf> }) {
  const getStatus = () => sync.statusOf(recordId);
  const status = useSyncExternalStore(sync.subscribe, getStatus, getStatus);
  if (!isLocal) return;
  return ` · On this device only${status.state === 'failed' && status.message ? `: ${status.message}` : ''}`;
}

/** Opens the editor of an edited text on the next screen. */
function openEditorOf({ context }: Row): void {
  const [kind, id] = context.split(':');
  if (kind === 'edit' && id) openEditor(id);
}

/** The form that the draft is written in; undefined if what it is about was deleted. */
function addressOf({ context, post }: Row): string | undefined {
  const [kind, id] = context.split(':');
  if (kind === 'post') return `/dev/posts?draft=${context}#new-post`;
  if (post === undefined) return undefined;
  return kind === 'comment' || id === post ? `/dev/posts/${post}` : `/dev/posts/${post}#${kind === 'reply' ? 'reply' : 'comment'}-${id}`;
}
