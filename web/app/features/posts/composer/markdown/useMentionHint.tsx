import { limits } from '@dev-connector/contract';
import { type RefObject, useState } from 'react';

/** Estimates of the server's rules (server/src/features/mentions): an `@handle` outside of words and addresses, and code. */
const mention = /(?<![\p{L}\p{M}\p{N}_@#&/=.<-])@([a-z0-9](?:-?[a-z0-9])+)/giu;
const code = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;

const countMentions = (text: string): number =>
  new Set(Array.from(text.replace(code, '').matchAll(mention), ([, handle = '']) => handle.toLowerCase())).size;

/** A hint below the text area once its text mentions more members than the site notifies. */
export function useMentionHint(area: RefObject<HTMLTextAreaElement | null>) {
  const [isOver, setOver] = useState(false);
  return {
    onInput: () => setOver(countMentions(area.current?.value ?? '') > limits.mentions),
    hint: isOver && (
      <p role="status" className="px-3 pb-1.5 text-muted text-sm in-[:popover-open]:px-0">
        Only the first {limits.mentions} members are notified
      </p>
    ),
  };
}
