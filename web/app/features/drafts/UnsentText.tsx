import { useQuery } from '@tanstack/react-query';
import { scheduleDeletion, usePendingDeletions } from '../../api/pending-deletions';
import { Button } from '../../ui/Button';
import { UserLines } from '../../ui/UserLines';
import { CopyText } from './CopyText';
import { deletionId, isDiscarded } from './form-draft';
import { findRecords } from './records';
import { isText } from './stored-drafts';
import { draftsQuery, read } from './synced-drafts';
import { useRecordChanges } from './useRecordChanges';

interface UnsentTextProps {
  accountId: string;
  /** Contexts of the drafts whose form is not on the screen any more. */
  contexts: string[];
}

/** Stands for forms that are gone, because a post is closed or something was deleted: shows the texts that the member has not sent. */
export const UnsentText = ({ accountId, contexts }: UnsentTextProps) =>
  contexts.map((context) => <Unsent key={context} accountId={accountId} context={context} />);

/** The unsent texts about a post that does not exist any more. */
export function UnsentOnPost({ accountId, postId }: { accountId: string; postId: string }) {
  const begunThere = findRecords(accountId, ({ context, path }) => isText(context) && path?.startsWith(`/dev/posts/${postId}`) === true);
  const contexts = new Set([`comment:${postId}`, `edit:${postId}`, ...begunThere.map(([, { context }]) => context)]);
  return <UnsentText accountId={accountId} contexts={[...contexts]} />;
}

function Unsent({ accountId, context }: { accountId: string; context: string }) {
  useRecordChanges();
  usePendingDeletions();
  const isUnsent = (record: { context: string; fields?: object | undefined }) => record.context === context && record.fields !== undefined;
  const [recordId, record] = findRecords(accountId, isUnsent).find(([id]) => !isDiscarded(accountId, context, id)) ?? [];
  const { data: list } = useQuery({ ...draftsQuery, enabled: !record });
  const summary = !record && !isDiscarded(accountId, context) ? list?.drafts.find((draft) => draft.context === context) : undefined;
  const { data: stored } = useQuery({
    queryKey: ['drafts', context, summary?.version],
    queryFn: async () => (await read(context)) ?? null,
    enabled: summary !== undefined,
  });
  const text = record?.fields?.text ?? (summary && stored?.text);
  if (!text) return;
  const version = record ? record.version : summary?.version;
  const remove = () =>
    scheduleDeletion({
      kind: 'draft',
      id: recordId ?? deletionId(accountId, context),
      userId: accountId,
      ...(version !== undefined && { version }),
    });
  return (
    <section aria-label="Unsent text" className="flex flex-col gap-2 pt-3">
      <p className="text-muted text-sm">
        {context.startsWith('edit') ? 'You have not saved this edit:' : `You have not sent this ${context.split(':')[0]}:`}
      </p>
      <UserLines className="max-h-80 overflow-y-auto border-line border-l-2 pl-3" text={text} />
      <div className="flex gap-2">
        <CopyText text={() => text} />
        <Button size="sm" variant="ghost" className="text-muted" onClick={remove}>
          Delete
        </Button>
      </div>
    </section>
  );
}
