import { type Comment, isSameText, limits, type Post } from '@dev-connector/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../../api/client';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { useSession } from '../../accounts/session/session';
import { discardRecord } from '../../drafts/form-draft';
import { closeEditor } from '../../drafts/open-editors';
import { pageId } from '../../drafts/pages';
import { eraseRecord, findRecords } from '../../drafts/records';
import { fieldTags } from '../../tags/PostTags';
import { Composer } from '../composer/Composer';
import type { Submission } from '../submission';
import { Conflict } from './Conflict';
import { showEdited, type Target, useSaveEdit } from './edit-queries';

/** Edits one's own post or comment. An edit is based on the text shown when the editor opened, even if a newer one loads later. */
export function Editor({ target }: { target: Target }) {
  const queries = useQueryClient();
  const { account } = useSession();
  const save = useSaveEdit(target);
  const [original] = useState<Post | Comment>('post' in target ? target.post : target.comment);
  const [theirs, setTheirs] = useState<Post | Comment>();
  /** The newest version that the author has seen or saved here, which the next one replaces. */
  const seen = useRef(0);
  const isSaved = useRef(false);
  const discard = useRef<HTMLDialogElement>(null);
  const { _id: id, text } = original;
  const kind = 'post' in target ? 'post' : 'comment';
  const context = `edit:${id}`;
  const ownDraft = () => findRecords(account?._id ?? '', (record) => record.context === context && record.owner === pageId)[0];
  const title = 'title' in original ? original.title : undefined;
  const visibility = 'post' in target || target.mayBePublic ? original.visibility : undefined;
  const tags = 'tags' in original ? fieldTags(original).join(', ') : '';

  async function send({ text, title = '', draft, ...sent }: Submission, form: HTMLFormElement) {
    try {
      const base = baseOf(ownDraft()?.[1].version, original, Number(control(form, 'base').value));
      // No version covers these fields, so unchanged ones are left out: they may have been changed elsewhere.
      const changed = {
        ...(sent.tags && sent.tags.join(', ') !== tags && { tags: sent.tags }),
        ...(sent.visibility !== visibility && { visibility: sent.visibility }),
      };
      const edit = { text, title, ...changed, ...(draft && { draft }), version: Math.max(base, seen.current) };
      seen.current = (await save(edit)).version;
      isSaved.current = true;
      setTheirs(undefined);
    } catch (error) {
      const current = error instanceof ApiError && error.status === 409 && (error.current as Post | Comment | undefined);
      if (current) {
        await showEdited(queries, target, current);
        seen.current = current.version;
        setTheirs(current);
      }
      throw error;
    }
  }

  /** Closes the editor. Its draft is deleted; after the time to undo if it has changes. */
  function close({ hasChanges }: { hasChanges: boolean }) {
    const [recordId, record] = ownDraft() ?? [];
    if (recordId && record) hasChanges ? discardRecord(recordId, record) : eraseRecord(recordId);
    closeEditor(id);
  }

  return (
    <>
      <Composer
        context={context}
        label={`Edit your ${kind}`}
        characterLimit={kind === 'post' ? limits.postText : limits.commentText}
        hasTitle={kind === 'post'}
        visibility={visibility}
        send={send}
        edited={{
          ...(title && { title }),
          tags,
          text,
          version: original.version,
          onCancel: (form) =>
            isSameText(control(form, 'text').value, text) &&
            (control(form, 'title')?.value ?? '') === (title ?? '') &&
            (control(form, 'tags')?.value ?? '') === tags &&
            control(form, 'visibility')?.value === visibility
              ? close({ hasChanges: false })
              : discard.current?.showModal(),
          onReset: () => isSaved.current && closeEditor(id),
          beside: theirs && <Conflict theirs={theirs} onDone={() => setTheirs(undefined)} />,
        }}
      />
      <Dialog
        ref={discard}
        title="Discard your changes?"
        lead={`Your ${kind} stays as it was.`}
        actions={
          <>
            <Button onClick={() => discard.current?.close()}>Keep editing</Button>
            <Button variant="danger" onClick={() => close({ hasChanges: true })}>
              Discard
            </Button>
          </>
        }
      />
    </>
  );
}

const control = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement;

/**
 * The version that an edit is based on, which the draft of this device stores. A draft from another device has no base. If it was started before the last edit, it
 * is based on an earlier version. Its version says when that was (docs/decisions/0014-drafts.md).
 */
function baseOf(startedAt: number | undefined, { version, editedAt = '' }: Post | Comment, base: number): number {
  return base === version && startedAt !== undefined && startedAt < Date.parse(editedAt) ? version - 1 : base;
}
