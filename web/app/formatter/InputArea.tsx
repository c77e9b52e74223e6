import { type ChangeEvent, type ClipboardEvent, type Ref, useId, useRef } from 'react';
import type { Input } from './engine';
import { maxTextAreaSize } from './messages';
import { readableCount, readableSize } from './readable';
import { useAreaSize } from './useAreaSize';

interface InputAreaProps {
  ref: Ref<HTMLTextAreaElement>;
  largeInput: Input | undefined;
  invalid: boolean;
  dropping: boolean;
  onType: () => void;
  onInput: (input: Input) => void;
  onFile: (file: File) => void;
  onRemove: () => void;
}

/** The input: typed, pasted, dropped or opened. Shows a card instead of the text area for a long text, which would freeze the page. */
export function InputArea({ ref, largeInput, invalid, dropping, onType, onInput, onFile, onRemove }: InputAreaProps) {
  const id = useId();
  const fileInput = useRef<HTMLInputElement>(null);
  const size = useAreaSize();

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const [file] = event.clipboardData.files;
    if (file) {
      event.preventDefault();
      onFile(file);
      return;
    }
    const pasted = event.clipboardData.getData('text/plain');
    if (pasted.length <= maxTextAreaSize) return;
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const text = value.slice(0, selectionStart) + pasted + value.slice(selectionEnd);
    onInput({ text, size: text.length });
  }

  function onChoose(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? [];
    if (file) onFile(file);
    event.target.value = ''; // so that the same file can be opened again
  }

  return (
    <div className="flex flex-col gap-2">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-2">
        <label htmlFor={largeInput ? undefined : id} className="font-semibold">
          JSON
        </label>
        <button type="button" className="btn btn-sm" onClick={() => fileInput.current?.click()}>
          Open a file…
        </button>
        <input ref={fileInput} type="file" className="hidden" tabIndex={-1} aria-label="JSON file" onChange={onChoose} />
      </div>
      {largeInput && (
        <div
          className={`card flex flex-wrap items-center gap-x-4 gap-y-2 p-4 ${invalid ? 'border-danger' : ''} ${dropping ? 'border-accent' : ''}`}
          data-large-input
        >
          <div className="min-w-0 grow">
            <p className="wrap-anywhere font-medium">
              <bdi>{largeInput.name ?? 'Pasted text'}</bdi>
            </p>
            <p className="text-muted text-sm">
              {largeInput.text === undefined ? readableSize(largeInput.size) : `${readableCount(largeInput.size)} characters`} · too large
              to edit here
            </p>
          </div>
          <button type="button" className="btn btn-sm" onClick={onRemove}>
            Remove
          </button>
        </div>
      )}
      <textarea
        ref={ref}
        id={id}
        hidden={largeInput !== undefined}
        dir="ltr"
        {...size}
        className={`formatter-area input p-2 font-mono text-[0.8125rem] leading-5 ${invalid ? 'border-danger' : ''} ${dropping ? 'border-accent' : ''}`}
        placeholder={'Type or paste JSON, or drop a file of any size anywhere on this page'}
        aria-invalid={invalid || undefined}
        aria-describedby={invalid ? 'formatter-failure' : undefined}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        onInput={onType}
        onPaste={onPaste}
      />
    </div>
  );
}
