import { withoutHidden } from '@dev-connector/contract';
import createMarkdownIt from 'markdown-it';
import { findLanguage, highlight } from './languages.ts';

const { escapeHtml } = createMarkdownIt().utils;

/** Limits in characters, above which code is not highlighted: per line and run of white space, because some grammars take quadratic time, per block and per text. */
const maxHighlighted = { run: 300, block: 10_000, text: 20_000 };
const longRun = new RegExp(`(?:.{${maxHighlighted.run + 1}}|\\s{${maxHighlighted.run + 1}})`);

/** Characters of a language label. */
const maxLabel = 30;
/** Characters of the first line of a code block that are read. */
const maxInfo = 500;

/** Characters of code highlighted so far in one text. */
export interface Highlighting {
  isOn: boolean;
  length: number;
}

/** The parts of a code block's first line: a language, a title, and the lines to mark. */
function readInfo(info: string): { name: string; title: string; marks: string } {
  const [, inBraces, plain = ''] = /^(?:\{\s*\.?([a-z][^\s{}]*)|([^\s{]*))/i.exec(info) ?? [];
  const [, ...titles] = /\s(?:title|filename|file|name)=(?:"([^"]*)"|'([^']*)'|(\S+))/.exec(info) ?? [];
  const [, marks = ''] = /\{([\d,\s-]{1,200})\}/.exec(info) ?? [];
  return { name: inBraces ?? plain, title: titles.find((title) => title) ?? '', marks };
}

/**
 * Renders a code block. `info` is its first line: a language, a title and the lines to mark, as in `ts title="a.ts" {2,4-6}`. Each line is an element, so that the
 * style sheet can number and mark it. Without a language, the code is plain: a guess would often be wrong.
 */
export function codeBlock(source: string, info: string, highlighting: Highlighting): string {
  const { name, title, marks } = readInfo(info.slice(0, maxInfo));
  const code = source.replace(/\n$/, '');
  const language = findLanguage(name);
  const shorten = (text: string) => withoutHidden(text).slice(0, maxLabel).toWellFormed();
  const label = [...new Set([language?.label ?? shorten(name.replace(/^(?:lang(?:uage)?-|\.)/i, '')), shorten(title)])]
    .filter(Boolean)
    .join(' · ');
  const content =
    highlighting.isOn && (name || marks)
      ? lines(highlighted(code, language?.grammar, highlighting), marks, language?.grammar === 'diff')
      : escapeHtml(code);
  const caption = label && `<figcaption>${escapeHtml(label)}</figcaption>`;
  return `<figure class="code">${caption}<pre tabindex="0"><code>${content}\n</code></pre></figure>\n`;
}

/** Returns the code as HTML with classes, or only escaped if it is too long. */
function highlighted(code: string, grammar: string | undefined, highlighting: Highlighting): string {
  highlighting.length += code.length;
  if (!grammar || code.length > maxHighlighted.block || highlighting.length > maxHighlighted.text || longRun.test(code))
    return escapeHtml(code);
  return highlight(code, grammar);
}

/** Wraps each line in an element. A highlighted part that spans lines is closed at the end of a line and opened again. */
function lines(html: string, marks: string, isDiff: boolean): string {
  const ranges = rangesOf(marks);
  const open: string[] = [];
  return html
    .split('\n')
    .map((line, index) => {
      const start = open.join('');
      for (const [tag] of line.matchAll(/<span [^>]*>|<\/span>/g)) tag === '</span>' ? open.pop() : open.push(tag);
      const isMarked = ranges.some(([first, last]) => first <= index + 1 && index + 1 <= last);
      const change = isDiff ? ({ '+': ' added', '-': ' removed' }[plain(line)[0] ?? ''] ?? '') : '';
      return `<span class="line${isMarked ? ' marked' : ''}${change}">${start}${line}${'</span>'.repeat(open.length)}</span>`;
    })
    .join('\n');
}

const plain = (html: string): string => html.replace(/<[^>]*>/g, '');

/** Parses `2,4-6`. */
const rangesOf = (marks: string): Array<[first: number, last: number]> =>
  marks.split(',').flatMap((part) => {
    const [, first, last = first] = /^\s*(\d+)(?:-(\d+))?\s*$/.exec(part) ?? [];
    return first === undefined ? [] : [[Number(first), Number(last)]];
  });
