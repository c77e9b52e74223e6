import type { Comment, Post } from '@dev-connector/contract';
import type { MouseEvent } from 'react';
import { Button } from '../../../ui/Button';
import { applyEdit } from '../composer/markdown/markdown-edits';
import { OtherText } from '../composer/OtherText';

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
    <OtherText label="The saved text" message="Saved elsewhere" title={title} text={text}>
      <Button size="sm" type="submit">
        Keep this text
      </Button>
      <Button size="sm" onClick={use}>
        Use the saved text
      </Button>
    </OtherText>
  );
}
