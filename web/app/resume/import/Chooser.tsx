import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react';

interface ChooserProps {
  pending: boolean;
  onFile: (file: File) => void;
  onCancel: () => void;
}

/** Takes a file that is dropped on it or chosen. */
export function Chooser({ pending, onFile, onCancel }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  const [hovering, setHovering] = useState(false);
  useSafeWindow();

  function onChoose(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? [];
    if (file) onFile(file);
    event.target.value = ''; // the same file can be chosen again, when it has been mended
  }

  function onDrop(event: DragEvent) {
    setHovering(false);
    const [file] = event.dataTransfer.files;
    if (file && !pending) onFile(file);
  }

  return (
    <>
      <p className="muted text-sm">
        A JSON Resume is a file that many résumé tools write, often called resume.json. It fills your profile here: status, bio, links,
        skills, experience and education. You see what would change, and decide, before anything does.
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is the pointer's short way; the button is everyone's */}
      <div
        className={`flex flex-col items-center gap-3 rounded-box border-2 border-dashed px-4 py-10 text-center ${hovering ? 'border-primary bg-primary/5' : 'border-base-300'}`}
        onDragOver={() => setHovering(true)}
        onDragLeave={() => setHovering(false)}
        onDrop={onDrop}
      >
        <button type="button" className="btn btn-primary" aria-disabled={pending} onClick={() => !pending && input.current?.click()}>
          {pending && <span className="loading loading-spinner loading-sm" aria-hidden />}
          Choose a File…
        </button>
        <p className="muted text-sm">{pending ? 'Looking at the file…' : 'or drop it here'}</p>
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

/** A file that misses its target would take the place of the page. */
function useSafeWindow(): void {
  useEffect(() => {
    const keep = (event: Event) => event.preventDefault();
    window.addEventListener('dragover', keep);
    window.addEventListener('drop', keep);
    return () => {
      window.removeEventListener('dragover', keep);
      window.removeEventListener('drop', keep);
    };
  }, []);
}
