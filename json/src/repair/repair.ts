import { formatText } from '../text.ts';
import { advise } from './advice.ts';
import { applyEdits, composeEdits, locateEdits, positionAt } from './edits.ts';
import { keepEmbedded, requireLength } from './embedded.ts';
import { decodeEscaped } from './escaped.ts';
import { maxRepairLength } from './limits.ts';
import { readDocuments } from './parser.ts';
import { Reader } from './reader.ts';
import { type RepairResult, type TextEdit, Unrepairable } from './types.ts';
import { removeFences, unwrap } from './wrappers.ts';

/** Layers of code and escapes around JSON that are removed. */
const maxLayers = 4;

const isValid = (text: string): boolean => formatText(text, { indent: 'none', documents: true }).ok;

/**
 * Repairs a text that is not JSON, if its intention is certain everywhere; otherwise says what to do at the first place where it is not.
 * Several documents are objects or arrays that begin on a new line. Takes linear time. The result is valid, and a valid text does not change.
 */
export function repair(text: string): RepairResult {
  if (text.length > maxRepairLength) return adviseAt(text, new Unrepairable(0, 'too-long'));
  if (isValid(text)) return { ok: true, text, edits: [] };
  try {
    return repairInvalid(text);
  } catch {
    // A mistake of this module: the report of the error in the text does not depend on a repair.
    return adviseAt(text, new Unrepairable(0, 'not-repaired'));
  }
}

function repairInvalid(text: string): RepairResult {
  try {
    return repaired(text, unwrapAll(text));
  } catch (error) {
    if (!(error instanceof Unrepairable)) throw error;
    return error.kind === 'quoted-text' || error.kind === 'array-length' ? adviseAt(text, error) : embedded(text, error);
  }
}

/** Offers the JSON in a text that is not JSON as a whole. */
function embedded(text: string, problem: Unrepairable): RepairResult {
  try {
    const edits = keepEmbedded(text);
    const result = edits.length > 0 ? applyEdits(text, edits) : '';
    if (result !== '' && isValid(result)) return { ok: true, text: result, edits: locateEdits(text, edits) };
    return adviseAt(text, problem);
  } catch (error) {
    if (!(error instanceof Unrepairable)) throw error;
    return adviseAt(text, /^\s*[[{]/.test(text) ? problem : error);
  }
}

/** Removes layers around JSON: fences, code, and escapes. */
function unwrapAll(text: string): { edits: TextEdit[]; inner: string } {
  let edits = removeFences(text);
  let inner = applyEdits(text, edits);
  for (let layer = 0; layer < maxLayers; layer++) {
    for (const remove of [unwrap, decodeEscaped]) {
      const more = atOrigin(edits, () => remove(inner));
      edits = composeEdits(edits, more, inner);
      inner = applyEdits(inner, more);
    }
    if (edits.length === 0) break;
  }
  return { edits, inner };
}

function repaired(text: string, { edits, inner }: { edits: TextEdit[]; inner: string }): RepairResult {
  const reader = new Reader(inner);
  atOrigin(edits, () => readDocuments(reader));
  const all = composeEdits(edits, reader.sortedEdits(), inner).filter((edit) => text.slice(edit.from, edit.to) !== edit.text);
  const result = applyEdits(text, all);
  // A repair that the formatter refuses would be a mistake of this module.
  if (!isValid(result)) throw new Unrepairable(0, 'text-after');
  requireLength(text, text.indexOf('['), result);
  return { ok: true, text: result, edits: locateEdits(text, all) };
}

/** Calls a function that reads the edited text. If it cannot be repaired there, the error gets the offset in the text before the edits. */
function atOrigin<T>(edits: readonly TextEdit[], read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Unrepairable)) throw error;
    throw new Unrepairable(originOf(error.at, edits), error.kind);
  }
}

/** Returns the offset in the text of an offset in its edited version. */
function originOf(at: number, edits: readonly TextEdit[]): number {
  let shift = 0;
  for (const { from, to, text } of edits) {
    if (from + shift + text.length > at) return Math.min(at - shift, to);
    shift += text.length - (to - from);
  }
  return at - shift;
}

const adviseAt = (text: string, { at, kind }: Unrepairable): RepairResult => ({
  ok: false,
  advice: { ...positionAt(text, Math.min(at, text.length)), kind, message: advise(kind) },
});
