import type { Comment, Post } from '@dev-connector/contract';
import type { MouseEvent } from 'react';
import { Button } from '../../ui/Button';
import { UserText } from '../../ui/UserText';
import { applyEdit } from '../composer/markdown-edits';

/** Shows the stored text next to the field, with buttons that keep either text. Render it inside the editor's form. */
export function Conflict({ theirs, onDone }: { theirs: Post | Comment; onDone: () => void }) {
  const { text } = theirs;
  const title = 'title' in theirs ? theirs.title : undefined;

  /** The browser can undo the change of the text, but not of the title. */
  function use({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    const control = (name: string) => form?.elements.namedItem(name) as HTMLInputElement & HTMLTextAreaElement;
    if (control('title')) control('title').value = title ?? '';
    const area = control('text');
    applyEdit(area, { start: 0, end: area.value.length, text, select: [text.length, text.length] });
    onDone();
  }

  return (
    <section aria-label="The saved text" className="flex min-h-0 flex-col gap-2 rounded-md bg-sunken p-3">
      <p role="alert" className="font-medium text-sm">
        Saved elsewhere
      </p>
      <div className="max-h-80 min-h-16 grow overflow-y-auto">
        {title && <UserText as="p" className="wrap-anywhere pb-1 font-semibold" text={title} />}
        <UserText as="p" className="prose-text" text={text} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" type="submit">
          Keep this text
        </Button>
        <Button size="sm" onClick={use}>
          Use the saved text
        </Button>
      </div>
    </section>
  );
}
