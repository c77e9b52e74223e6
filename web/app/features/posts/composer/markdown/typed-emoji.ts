import { isInCode } from './code-context.ts';

/** A name between colons before the caret. A colon after a letter, digit, colon or slash is that of a time, a scheme or a path. */
const named = /(?<![\p{L}\p{N}:/\\])(?::)([a-z0-9_+-]{1,40}):$/iu;

/** Whether a name between colons may end at `caret`. What stands before the name decides only after the names before it were replaced. */
export const endsWithName = (value: string, caret: number): boolean =>
  /:[a-z0-9_+-]{1,40}:$/i.test(value.slice(Math.max(0, caret - 50), caret));

/** Returns the name between the colons that end at `caret`, and where its first colon is. Undefined in code. */
export function typedEmojiName(value: string, caret: number): { start: number; name: string } | undefined {
  const name = named.exec(value.slice(Math.max(0, caret - 50), caret))?.[1];
  if (!name || isInCode(value, caret)) return undefined;
  return { start: caret - name.length - 2, name };
}

/** Whether an `input` or `compositionend` event ends a character that was typed, in contrast to a paste or an undo. */
export const wasTyped = (event: Event): boolean =>
  event.type === 'compositionend' ||
  (/^insert(Composition)?Text$/.test((event as InputEvent).inputType) && !(event as InputEvent).isComposing);
