import { limits } from './limits.ts';

/** A letter, then letters, digits and -_+. without a dot at the end. Invisible letters are excluded. The number sign begins a word. */
const pattern = /(?<![\p{L}\p{M}\p{N}_#&/=.-])#((?!\p{DI})\p{L}(?:(?!\p{DI})[\p{L}\p{M}\p{Nd}_+.-])*)/gu;

/** Yields each `#tag` of a text without its number sign, and the position of that sign. The caller excludes code and links. */
export function* textTags(text: string): Generator<{ tag: string; index: number }> {
  for (const { 1: name = '', index } of text.matchAll(pattern)) {
    const tag = name.replace(/\.+$/, '');
    if ([...tag].length <= limits.tag) yield { tag, index };
  }
}
