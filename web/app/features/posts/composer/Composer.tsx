import type { Visibility } from '@dev-connector/contract';
import { Bold, Code, Italic, Link, X } from 'lucide-react';
import { type FocusEvent, type FormEvent, type ReactNode, useRef, useState } from 'react';
import { isBlank } from '../../../forms/form-values';
import { Avatar } from '../../../ui/Avatar';
import { Button, IconButton } from '../../../ui/Button';
import { TextArea, TextField } from '../../../ui/fields/Field';
import { SubmitButton } from '../../../ui/fields/SubmitButton';
import { type KeyPress, keysOf } from '../../../ui/keys/keys';
import { ariaKeysOf, shortcuts, tooltipOf } from '../../../ui/keys/shortcuts';
import { useSession } from '../../accounts/session/session';
import { DraftForm } from '../../drafts/DraftForm';
import type { FormDraft } from '../../drafts/form-draft';
import { useImageUpload } from '../../media/useImageUpload';
import { LeftOutTags } from '../../tags/LeftOutTags';
import { TagsInput, tagsOf } from '../../tags/TagsInput';
import { clearSubmission, type Submission, submissionFor } from '../submission';
import { DraftNotices, DraftState, useSendWithDraft } from './DraftState';
import { insertBlock } from './markdown/markdown-edits';
import { useCompletion } from './markdown/useCompletion';
import { useEdits } from './markdown/useEdits';
import { tools, useTextEditing } from './markdown/useTextEditing';
import { Preview } from './Preview';
import { useFullScreen } from './useFullScreen';
import { VisibilitySelect } from './VisibilitySelect';
import './composer.css';

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
  /** The visibility of a post before the author chooses; undefined for a comment. */
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

const icons = { bold: <Bold />, italic: <Italic />, link: <Link />, code: <Code /> };

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
  const [isOpen, setOpen] = useState(edited !== undefined);
  /** The text to preview; undefined while it is written. */
  const [previewed, setPreviewed] = useState<string>();
  const area = useRef<HTMLTextAreaElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const apply = useEdits(area);
  const completion = useCompletion(area, apply);
  const { edit, onKeyDown } = useTextEditing(area, completion, apply);
  useFullScreen(frame, isOpen);
  /** The selection before the field lost the focus, for images. */
  const selection = useRef({ start: 0, end: 0 });
  const images = useImageUpload({ insert: (markdown) => void edit(({ value }) => insertBlock({ value, ...selection.current }, markdown)) });

  async function submit({ text = '', title, tags, visibility }: Record<string, string>, formDraft?: FormDraft) {
    const form = area.current?.form;
    if (!form) return;
    const fields = { text, title, tags: tags === undefined ? undefined : tagsOf(tags), visibility: visibility as Visibility | undefined };
    const submission = submissionFor(context, fields);
    await sendWithDraft(formDraft, (draft) => send({ ...submission, ...(draft && { draft }) }, form));
    clearSubmission(context);
  }

  function togglePreview() {
    const text = area.current?.value;
    setPreviewed(previewed === undefined && text?.trim() ? text : undefined);
    if (previewed !== undefined) setTimeout(() => area.current?.focus()); // when it is visible again
  }

  function close() {
    if (edited) return void (area.current?.form && edited.onCancel(area.current.form));
    setOpen(false);
    setPreviewed(undefined);
    area.current?.blur();
    area.current?.scrollTo(0, 0); // shows the first line
  }

  /** Closes the form and moves the focus, because the focused control may disappear. */
  function dismiss() {
    close();
    if (onClose) onClose();
    else if (!edited) frame.current?.focus();
  }

  function onFrameKeyDown(event: KeyPress) {
    const isHandled = event.defaultPrevented || (event.target as Element).closest('dialog, select');
    if (!isOpen || keysOf(event) !== 'Escape' || isHandled) return;
    event.preventDefault(); // or it would close the dialog that asks
    dismiss();
  }

  /** Moves the focus to the text on Enter. */
  function onTitleKeyDown(event: KeyPress) {
    if (keysOf(event) !== 'Enter') return;
    event.preventDefault();
    area.current?.focus();
  }

  /** Opens the form when the author types. A restored draft does not, because that would move the list or cover the screen of a phone. */
  function onInput({ isTrusted }: FormEvent) {
    if (isTrusted) setOpen(true);
  }

  /** An empty form closes when the focus leaves it. */
  function onFrameBlur({ currentTarget, relatedTarget }: FocusEvent) {
    const { form } = area.current ?? {};
    if (form && isBlank(form, { tags }) && !edited && !currentTarget.contains(relatedTarget)) setOpen(false);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys and the focus of the fields
    <div ref={frame} popover="manual" tabIndex={-1} className="composer outline-none" onKeyDown={onFrameKeyDown} onBlur={onFrameBlur}>
      <DraftForm
        submit={submit}
        draft={context}
        continued={continued}
        resets
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
                    <div className={isOpen ? 'border-line border-b' : 'hidden'}>
                      <TextField
                        name="title"
                        label="Title"
                        labelHidden
                        placeholder="Add a title"
                        defaultValue={edited?.title}
                        dir="auto"
                        autoComplete="off"
                        className="font-semibold"
                        error={errors.title}
                        onInput={onInput}
                        onKeyDown={onTitleKeyDown}
                      />
                    </div>
                  )}
                  {previewed !== undefined && <Preview text={previewed} />}
                  <div className={edited?.beside ? 'grid min-h-0 w-full grow gap-3 sm:grid-cols-2' : 'contents'}>
                    <div className={`composer-field ${previewed === undefined ? '' : 'hidden'}`}>
                      {edited?.beside && <p className="px-3 pt-1.5 font-medium text-sm in-[:popover-open]:px-0">Your text</p>}
                      <TextArea
                        {...(id && { id })}
                        {...completion.attributes}
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
                        onKeyDown={onKeyDown}
                        onPaste={images.onPaste}
                        onDrop={images.onDrop}
                        onDragOver={images.onDragOver}
                        defaultValue={edited?.text}
                        autoFocus={edited !== undefined}
                        onFocus={() => setOpen(true)}
                        onInput={(event) => {
                          onInput(event);
                          if (event.isTrusted) void completion.onInput();
                        }}
                        onBlur={({ target }) => {
                          selection.current = { start: target.selectionStart, end: target.selectionEnd };
                          completion.close();
                        }}
                      />
                      {completion.list}
                    </div>
                    {edited?.beside}
                  </div>
                  {hasTitle && (
                    <div className={isOpen ? 'border-line border-t' : 'hidden'}>
                      <TagsInput tags={edited?.tags ?? tags} error={errors.tags} />
                      <LeftOutTags />
                    </div>
                  )}
                </div>
                <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
                  {isOpen && previewed === undefined && (
                    <div role="toolbar" aria-label="Formatting" className="-ml-1.5 flex">
                      {tools.map((tool) => (
                        <IconButton
                          key={tool.id}
                          size="sm"
                          label={shortcuts[tool.id].description}
                          title={tooltipOf(tool.id)}
                          aria-keyshortcuts={ariaKeysOf(tool.id)}
                          className="text-muted"
                          onClick={() => edit(tool.edit)}
                        >
                          {icons[tool.id]}
                        </IconButton>
                      ))}
                      {images.button}
                    </div>
                  )}
                  {isOpen && (
                    <Button size="sm" variant="ghost" className="text-muted" onClick={togglePreview}>
                      {previewed === undefined ? 'Preview' : 'Write'}
                    </Button>
                  )}
                  <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
                    {isOpen && <span>{draft && <DraftState draft={draft} />}</span>}
                    {isOpen && (
                      <Button variant="ghost" className="in-[:popover-open]:hidden" onClick={dismiss}>
                        {edited ? 'Cancel' : 'Close'}
                      </Button>
                    )}
                    {visibility && <VisibilitySelect value={visibility} isHidden={!isOpen} />}
                    <SubmitButton pending={pending} className="">
                      {edited ? 'Save' : 'Submit'}
                    </SubmitButton>
                  </div>
                </div>
              </div>
            </div>
          </>
        )}
      </DraftForm>
      {images.dialog}
    </div>
  );
}
