import { type ChangeEvent, type ClipboardEvent, type Ref, useId, useRef } from 'react';
import { formatNumber } from '../../../ui/numbers';
import type { Input } from '../engine';
import { maxTextAreaSize } from '../messages';
import { readableSize } from '../readable';
import { useAreaSize } from '../useAreaSize';
import { visible } from '../visible';

interface InputAreaProps {
  ref: Ref<HTMLTextAreaElement>;
  largeInput: Input | undefined;
  invalid: boolean;
  dropping: boolean;
  onType: () => void;
  /** Called after the text area has received a pasted text. */
  onPaste: () => void;
  onInput: (input: Input) => void;
  onFile: (file: File) => void;
  onRemove: () => void;
}

/** The input: typed, pasted, dropped or opened. Shows the name and size instead of the text area for a long text, which would freeze the page. */
export function InputArea({ ref, largeInput, invalid, dropping, onType, onPaste, onInput, onFile, onRemove }: InputAreaProps) {
  const id = useId();
  const fileInput = useRef<HTMLInputElement>(null);
  const size = useAreaSize();

  /** Takes a file, or a text that is too long for the text area. */
  function takeLargePaste(event: ClipboardEvent<HTMLTextAreaElement>) {
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
    <>
      <div className="formatter-bar">
        {largeInput ? (
          <p className="formatter-title" data-large-input data-drop={dropping || undefined}>
            <bdi>{visible(largeInput.name ?? 'Pasted text')}</bdi>{' '}
            <span className="font-normal text-muted">
              {largeInput.text === undefined ? readableSize(largeInput.size) : `${formatNumber(largeInput.size)} characters`} ·{' '}
              {largeInput.size > maxTextAreaSize ? 'too large to edit here' : 'not UTF-8'}
            </span>
          </p>
        ) : (
          <label htmlFor={id} className="formatter-title">
            JSON
          </label>
        )}
        {largeInput && (
          <button type="button" className="formatter-tool" onClick={onRemove}>
            Remove
          </button>
        )}
        <button type="button" className="formatter-tool" onClick={() => fileInput.current?.click()}>
          Open a file…
        </button>
        <input ref={fileInput} type="file" className="hidden" tabIndex={-1} aria-label="JSON file" onChange={onChoose} />
      </div>
      <textarea
        ref={ref}
        id={id}
        hidden={largeInput !== undefined}
        dir="ltr"
        {...size}
        className={largeInput ? '' : 'formatter-text'}
        placeholder={'Type or paste JSON, or drop a file of any size anywhere on this page'}
        aria-invalid={invalid || undefined}
        aria-describedby={invalid ? 'formatter-failure' : undefined}
        data-drop={dropping || undefined}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        onInput={({ nativeEvent }) => {
          onType();
          if ((nativeEvent as InputEvent).inputType === 'insertFromPaste') onPaste();
        }}
        onPaste={takeLargePaste}
      />
    </>
  );
}
