import { readValue } from './parser.ts';
import { Reader } from './reader.ts';
import { type TextEdit, Unrepairable } from './types.ts';

/** A bracket of a log line, such as `[INFO]`, `[2026-11-25 10:00]` or `{main}`. */
const decoration = /\[[^[\]{}"'\n]{0,100}\]|\{[^[\]{}"':\n]{0,100}\}/y;
/** What JSON has inside brackets, besides a single number. */
const jsonArray = /\[\s*(?:\]|(?:-?\d[\d.eE+-]*|true|false|null)(?:\s*,\s*(?:-?\d[\d.eE+-]*|true|false|null))+\s*\])/y;

const scalar = /"(?:[^"\\\n]|\\.)*"|-?\b\d[\d.eE+-]*\b|\b(?:true|false|null)\b/g;

interface Part {
  from: number;
  to: number;
  edits: TextEdit[];
}

/** Finds JSON in a text such as a log. @returns edits that remove the text around it, or none. */
export function keepEmbedded(text: string): TextEdit[] {
  const parts = findParts(text);
  const full = parts.filter(({ from, to }) => !/^[[{]\s*[\]}]$/.test(text.slice(from, Math.min(to, from + 50))));
  const kept = full.length > 0 ? full : parts;
  if (kept.length === 0) return [];
  const edits: TextEdit[] = [];
  let at = 0;
  let words = '';
  for (const { from, to, edits: inner } of kept) {
    words += text.slice(at, from).slice(0, 100);
    edits.push({ from: at, to: from, text: at === 0 ? '' : '\n', kind: 'text-around' }, ...inner);
    at = to;
  }
  words += text.slice(at).slice(0, 100);
  edits.push({ from: at, to: text.length, text: '', kind: 'text-around' });
  // Other values of JSON around it are not a text around it.
  return /[\p{L}\p{N}]/u.test(words.replace(scalar, '')) ? edits.filter(({ from, to }) => from < to) : [];
}

function findParts(text: string): Part[] {
  const parts: Part[] = [];
  const bracket = /[[{]/g;
  for (let found = bracket.exec(text); found; found = bracket.exec(text)) {
    const from = found.index;
    if (text[from - 1] === '\u001b') continue; // a colour of a terminal
    decoration.lastIndex = jsonArray.lastIndex = from;
    if (decoration.test(text) && !jsonArray.test(text) && !/^\{\s*\}/.test(text.slice(from, decoration.lastIndex))) {
      bracket.lastIndex = decoration.lastIndex;
      continue;
    }
    const reader = new Reader(text, from, false);
    try {
      readValue(reader);
    } catch (error) {
      // Broken JSON: its parts are not what is meant.
      if (error instanceof Unrepairable && !text.slice(from, from + 200).includes('"')) return [];
      throw error;
    }
    parts.push({ from, to: reader.at, edits: reader.sortedEdits() });
    bracket.lastIndex = reader.at;
  }
  return parts;
}
