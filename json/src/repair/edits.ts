import type { Position } from '../types.ts';
import type { RepairEdit, TextEdit } from './types.ts';

/** Returns the text with the edits, which are sorted and do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of edits) {
    parts.push(text.slice(at, edit.from), edit.text);
    at = edit.to;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

/** Combines edits of a text with edits of its result into edits of the text. Edits that touch become one. Takes linear time. */
export function composeEdits(first: readonly TextEdit[], second: readonly TextEdit[], between: string): TextEdit[] {
  if (first.length === 0 || second.length === 0) return [...first, ...second];
  const composed: TextEdit[] = [];
  /** Offset of a position in `between` from that in the text, after the edits so far. */
  let shift = 0;
  let [i, j] = [0, 0];
  const growth = ({ from, to, text }: TextEdit) => text.length - (to - from);
  while (i < first.length || j < second.length) {
    const [a, b] = [first[i], second[j]];
    const aFrom = a ? a.from + shift : Infinity;
    const aTo = a ? aFrom + a.text.length : Infinity;
    if (a && (!b || aTo < b.from)) {
      composed.push(a);
      shift += growth(a);
      i++;
    } else if (b && b.to < aFrom) {
      composed.push({ ...b, from: b.from - shift, to: b.to - shift });
      j++;
    } else if (a && b) {
      // Edits that touch: replace the whole range.
      const start = Math.min(aFrom, b.from);
      const from = start - shift;
      let end = start;
      let text = '';
      let copied = start;
      let { kind } = b;
      while (true) {
        const [next, change] = [first[i], second[j]];
        if (next && next.from + shift <= end) {
          end = Math.max(end, next.from + shift + next.text.length);
          shift += growth(next);
          i++;
        } else if (change && change.from <= end) {
          // A change of a value stays named.
          if (change.kind === 'null') kind = 'null';
          text += between.slice(copied, change.from) + change.text;
          copied = change.to;
          end = Math.max(end, change.to);
          j++;
        } else break;
      }
      composed.push({ from, to: end - shift, text: text + between.slice(copied, end), kind });
    }
  }
  return composed;
}

/** Returns a function that gives the position of an offset in UTF-16 code units. Offsets must not decrease. */
function createLocator(text: string): (offset: number) => Position {
  let [at, bytes, line, lineStart] = [0, 0, 1, 0];
  return (offset) => {
    for (; at < offset; at++) {
      const unit = text.charCodeAt(at);
      // Each half of a surrogate pair counts half of its four bytes.
      bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
      if (unit !== 0x0a && (unit !== 0x0d || text.charCodeAt(at + 1) === 0x0a)) continue;
      line++;
      lineStart = at + 1;
    }
    return { offset: bytes, line, column: offset - lineStart + 1 };
  };
}

/** Returns the position of one offset. */
export const positionAt = (text: string, offset: number): Position => createLocator(text)(offset);

/** Adds position and replaced text to sorted edits. */
export function locateEdits(text: string, edits: readonly TextEdit[]): RepairEdit[] {
  const locate = createLocator(text);
  return edits.map(({ from, to, text: inserted, kind }) => {
    const position = locate(from);
    return { ...position, length: locate(to).offset - position.offset, text: inserted, removed: text.slice(from, to), kind };
  });
}
