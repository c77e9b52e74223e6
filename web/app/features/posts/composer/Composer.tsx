import { missingText, type Visibility } from '@dev-connector/contract';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Avatar } from '../../../ui/Avatar';
import { Button, IconButton } from '../../../ui/Button';
import { TextArea } from '../../../ui/fields/Field';
import { useSession } from '../../accounts/session/session';
import { DraftForm } from '../../drafts/DraftForm';
import type { FormDraft } from '../../drafts/form-draft';
import { tagsOf } from '../../tags/TagsInput';
import { clearSubmission, type Submission, submissionFor } from '../submission';
import { DraftNotices, useSendWithDraft } from './DraftState';
import { FormattingToolbar } from './FormattingToolbar';
import { useMarkdownField } from './markdown/useMarkdownField';
import { Preview, usePreview } from './Preview';
import { SendButtons } from './SendButtons';
import { TagsField, TitleField } from './TitleAndTags';
import { useOpening } from './useOpening';

interface ComposerProps {
  /** Of the text area, for links to it. */
  id?: string;
  /** Context of the draft: `post`, `comment:{postId}`, `reply:{commentId}` or `edit:{id}`. */
  context: string;
  /** Context of the draft of a new post to continue. */
  continued?: string | undefined;
  label: string;
  characterLimit: number;
  /** Offers fields for a title and tags. */
  hasTitle?: boolean;
  /** The visibility before the author chooses; undefined if there is no choice. */
  visibility?: Visibility | undefined;
  /** Comma-separated tags of a new post. */
  tags?: string;
  /** The text that is edited. Such a form is always open, and can be cancelled. */
  edited?: Edited;
  send: (submission: Submission, form: HTMLFormElement) => Promise<unknown>;
  /** Called when the viewer closes the form. Its draft remains. */
  onClose?: () => void;
}

interface Edited {
  title?: string;
  tags?: string;
  text: string;
  /** The version that the edit is based on. Stored in the draft as `base`. */
  version: number;
  onCancel: (form: HTMLFormElement) => void;
  /** Called after a submit, and when a restored draft is discarded. */
  onReset: () => void;
  /** Content next to the text field. */
  beside?: ReactNode;
}

/**
 * Writes a post, a comment, a reply or an edit: one line that opens when the viewer writes, over the whole screen on a phone. Keeps the text until the server has
 * accepted it.
 */
export function Composer({
  id,
  context,
  continued,
  label,
  characterLimit,
  hasTitle,
  tags = '',
  visibility,
  edited,
  send,
  onClose,
}: ComposerProps) {
  const { account } = useSession();
  const sendWithDraft = useSendWithDraft();
  const area = useRef<HTMLTextAreaElement>(null);
  const markdown = useMarkdownField(area);
  const preview = usePreview(area);
  const { isOpen, open, onInput, close, dismiss, frameAttributes } = useOpening({
    area,
    preset: { tags },
    onCancel: edited?.onCancel,
    onClose: preview.close,
    onDismiss: onClose,
  });
  const isWriting = preview.text === undefined;

  async function submit({ text = '', title, tags, visibility }: Record<string, string>, formDraft?: FormDraft) {
    const form = area.current?.form;
    if (!form) return;
    const fields = { text, title, tags: tags === undefined ? undefined : tagsOf(tags), visibility: visibility as Visibility | undefined };
    const submission = submissionFor(context, fields);
    try {
      await sendWithDraft(formDraft, (draft) => send({ ...submission, ...(draft && { draft }) }, form));
    } catch (error) {
      preview.close(); // the field shows its error
      throw error;
    }
    clearSubmission(context);
  }

  return (
    <div {...frameAttributes} popover="manual" tabIndex={-1} className="composer outline-none">
      <DraftForm
        submit={submit}
        draft={context}
        continued={continued}
        resets
        requiredMessages={{ text: missingText }}
        className="flex min-h-0 min-w-0 grow flex-col gap-2 print:hidden"
        onReset={edited?.onReset ?? close}
      >
        {({ errors, pending, draft }) => (
          <>
            <header className="composer-header">
              <span className="font-medium">{label}</span>
              <IconButton label="Close" onClick={dismiss}>
                <X />
              </IconButton>
            </header>
            {draft && <DraftNotices draft={draft} />}
            <div className="flex min-h-0 grow gap-3">
              {!edited && (
                <div className="avatar size-10 in-[:popover-open]:hidden">{account && <Avatar src={account.avatar} size={40} />}</div>
              )}
              <div className={`flex min-w-0 grow gap-2 pt-0.5 ${isOpen ? 'flex-col' : 'items-start'}`}>
                {edited && <input hidden name="base" defaultValue={edited.version} />}
                <div className={isOpen ? 'composer-surface' : 'contents'}>
                  {hasTitle && (
                    <TitleField
                      isOpen={isOpen}
                      title={edited?.title}
                      error={errors.title}
                      onInput={onInput}
                      onEnter={() => area.current?.focus()}
                    />
                  )}
                  {preview.text !== undefined && <Preview text={preview.text} />}
                  <div className={edited?.beside ? 'grid min-h-0 w-full grow gap-3 sm:grid-cols-2' : 'contents'}>
                    <div className={`composer-field ${isWriting ? '' : 'hidden'}`}>
                      {edited?.beside && <p className="px-3 pt-1.5 font-medium text-sm in-[:popover-open]:px-0">Your text</p>}
                      <TextArea
                        {...(id && { id })}
                        {...markdown.attributes}
                        ref={area}
                        name="text"
                        label={label}
                        labelHidden
                        placeholder={label}
                        rows={isOpen ? 4 : 1}
                        grows={isOpen}
                        className={`resize-none ${isOpen ? 'min-h-26' : 'min-h-9 overflow-hidden whitespace-nowrap pointer-coarse:py-0 pointer-coarse:leading-[42px]'}`}
                        required
                        characterLimit={characterLimit}
                        isMarkdown
                        error={errors.text}
                        defaultValue={edited?.text}
                        autoFocus={edited !== undefined}
                        onFocus={open}
                        onInput={(event) => {
                          onInput(event);
                          markdown.attributes.onInput(event);
                        }}
                      />
                      {markdown.hint}
                      {markdown.list}
                    </div>
                    {edited?.beside}
                  </div>
                  {hasTitle && <TagsField isOpen={isOpen} tags={edited?.tags ?? tags} error={errors.tags} />}
                </div>
                <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
                  {isOpen && isWriting && <FormattingToolbar onEdit={markdown.edit}>{markdown.imageButton}</FormattingToolbar>}
                  {isOpen && (
                    <Button size="sm" variant="ghost" className="text-muted" onClick={preview.toggle}>
                      {isWriting ? 'Preview' : 'Write'}
                    </Button>
                  )}
                  <SendButtons
                    isOpen={isOpen}
                    isEdit={edited !== undefined}
                    isComment={!hasTitle}
                    draft={draft}
                    visibility={visibility}
                    pending={pending}
                    onClose={dismiss}
                  />
                </div>
              </div>
            </div>
          </>
        )}
      </DraftForm>
      {markdown.imageDialog}
    </div>
  );
}
