import { type FocusEvent, type InputEvent, type RefObject, useRef } from 'react';
import { useImageUpload } from '../../../media/useImageUpload';
import { insertBlock } from './markdown-edits';
import { useCompletion } from './useCompletion';
import { useEdits } from './useEdits';
import { useMentionHint } from './useMentionHint';
import { useTextEditing } from './useTextEditing';

/**
 * Helps to write Markdown in a text area: formatting, completion of members, tags and emoji, and images. Spread `attributes` on the text area, render `list` and `hint` next to it,
 * `imageButton` in the toolbar and `imageDialog` outside the form.
 */
export function useMarkdownField(area: RefObject<HTMLTextAreaElement | null>) {
  const apply = useEdits(area);
  const completion = useCompletion(area, apply);
  const { edit, onKeyDown } = useTextEditing(area, completion, apply);
  const mentions = useMentionHint(area);
  /** The selection before the field lost the focus, for images. */
  const selection = useRef({ start: 0, end: 0 });
  const images = useImageUpload({ insert: (markdown) => void edit(({ value }) => insertBlock({ value, ...selection.current }, markdown)) });

  return {
    attributes: {
      ...completion.attributes,
      onKeyDown,
      onPaste: images.onPaste,
      onDrop: images.onDrop,
      onDragOver: images.onDragOver,
      onInput: ({ isTrusted }: InputEvent) => {
        if (isTrusted) void completion.onInput();
        mentions.onInput();
      },
      onBlur: ({ target }: FocusEvent<HTMLTextAreaElement>) => {
        selection.current = { start: target.selectionStart, end: target.selectionEnd };
        completion.close();
      },
    },
    /** Edits the selected text. */
    edit,
    /** The names to choose from. */
    list: completion.list,
    hint: mentions.hint,
    imageButton: images.button,
    imageDialog: images.dialog,
  };
}
