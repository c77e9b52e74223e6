import { type ChangeEvent, useRef } from 'react';
import { useDrop } from '../../../ui/browser/useDrop';

interface ChooserProps {
  pending: boolean;
  onFile: (file: File) => void;
  onCancel: () => void;
}

/** File picker, which also takes a file dropped on the page. */
export function Chooser({ pending, onFile, onCancel }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  const hovering = useDrop((file) => !pending && onFile(file));

  function onChoose(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? [];
    if (file) onFile(file);
    event.target.value = ''; // allows the same file to be chosen again after a correction
  }

  return (
    <>
      <p className="text-muted text-sm">
        Many résumé tools export a JSON Resume file, usually resume.json. Use it to fill in your status, bio, links, skills, experience and
        education. You can review every change before you import it.
      </p>
      <div
        className={`flex flex-col items-center gap-3 rounded-md border-2 border-dashed px-4 py-10 text-center ${hovering ? 'border-accent bg-accent/5' : 'border-edge'}`}
      >
        <button type="button" className="btn btn-primary" aria-disabled={pending} onClick={() => !pending && input.current?.click()}>
          {pending && <span className="spinner size-5" aria-hidden />}
          Choose a file…
        </button>
        <p className="text-muted text-sm">{pending ? 'Reading the file…' : 'or drop it here'}</p>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          className="hidden"
          tabIndex={-1}
          aria-label="JSON Resume"
          onChange={onChoose}
        />
      </div>
      <button type="button" className="btn self-start" onClick={onCancel}>
        Cancel
      </button>
    </>
  );
}
