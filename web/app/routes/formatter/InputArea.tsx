import { type ChangeEvent, type ClipboardEvent, type Ref, useId, useRef } from 'react';
import type { Input } from './engine';
import { smallText } from './messages';
import { readableCount, readableSize } from './sizes';
import { useAreaSize } from './useAreaSize';

interface InputAreaProps {
  ref: Ref<HTMLTextAreaElement>;
  held: Input | undefined;
  refused: boolean;
  dropping: boolean;
  onType: () => void;
  onTake: (input: Input) => void;
  onFile: (file: File) => void;
  onRemove: () => void;
}

/** Takes the text: typed, pasted, dropped or opened. A long one never goes into the text area, which would stop the page; a card stands for it. */
export function InputArea({ ref, held, refused, dropping, onType, onTake, onFile, onRemove }: InputAreaProps) {
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const size = useAreaSize();

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const [file] = event.clipboardData.files;
    if (file) {
      event.preventDefault();
      onFile(file);
      return;
    }
    const pasted = event.clipboardData.getData('text/plain');
    if (pasted.length <= smallText) return;
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const text = value.slice(0, selectionStart) + pasted + value.slice(selectionEnd);
    onTake({ text, size: text.length });
  }

  function onChoose(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? [];
    if (file) onFile(file);
    event.target.value = ''; // the same file can be opened again, when it has changed
  }

  return (
    <div className="flex flex-col gap-2">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-2">
        <label htmlFor={held ? undefined : id} className="font-semibold">
          JSON
        </label>
        <button type="button" className="btn btn-sm border-base-300 bg-base-100 text-sm" onClick={() => chooser.current?.click()}>
          Open a file…
        </button>
        <input ref={chooser} type="file" className="hidden" tabIndex={-1} aria-label="JSON file" onChange={onChoose} />
      </div>
      {held && (
        <div
          className={`panel flex flex-wrap items-center gap-x-4 gap-y-2 p-4 ${refused ? 'border-error' : ''} ${dropping ? 'border-primary' : ''}`}
          data-held
        >
          <div className="min-w-0 grow">
            <p className="wrap-anywhere font-medium">
              <bdi>{held.name ?? 'Pasted text'}</bdi>
            </p>
            <p className="muted text-sm">
              {held.text === undefined ? readableSize(held.size) : `${readableCount(held.size)} characters`} · not for editing here
            </p>
          </div>
          <button type="button" className="btn btn-sm border-base-300 bg-base-100 text-sm" onClick={onRemove}>
            Remove
          </button>
        </div>
      )}
      <textarea
        ref={ref}
        id={id}
        hidden={held !== undefined}
        dir="ltr"
        {...size}
        className={`formatter-area textarea w-full p-2 font-mono text-[0.8125rem] leading-5 ${refused ? 'textarea-error' : ''} ${dropping ? 'border-primary' : ''}`}
        placeholder={'Type or paste JSON, or drop a file of any size anywhere on this page'}
        aria-invalid={refused || undefined}
        aria-describedby={refused ? 'formatter-failure' : undefined}
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
