import { withoutHidden } from '@dev-connector/contract';
import hljs from 'highlight.js/lib/common';
import createMarkdownIt from 'markdown-it';

const { escapeHtml } = createMarkdownIt().utils;

/** Limits in characters, above which code is not highlighted: per line, because some grammars take quadratic time, per block and per text. */
const maxHighlighted = { line: 300, block: 10_000, text: 20_000 };
const longLine = new RegExp(`.{${maxHighlighted.line + 1}}`);

/** Characters of a language label. */
const maxLabel = 30;

/** Characters of code highlighted so far in one text. */
export interface Highlighting {
  isOn: boolean;
  length: number;
}

/**
 * Renders a code block. `info` is its first line: a language and the lines to mark, as in `ts {2,4-6}`. Each line is an element, so that the style sheet can number
 * and mark it. Without a language, the code is plain: a guess would often be wrong.
 */
export function codeBlock(source: string, info: string, highlighting: Highlighting): string {
  const [, name = '', marks = ''] = /^([^\s{]*)\s*(?:\{([\d,\s-]{1,200})\})?/.exec(info) ?? [];
  const code = source.replace(/\n$/, '');
  const language = hljs.getLanguage(name);
  const label = name && `<figcaption>${escapeHtml(language?.name ?? withoutHidden(name).slice(0, maxLabel))}</figcaption>`;
  const content =
    highlighting.isOn && (name || marks)
      ? lines(highlighted(code, language && name, highlighting), marks, language?.name === 'Diff')
      : escapeHtml(code);
  return `<figure class="code">${label}<pre tabindex="0"><code>${content}\n</code></pre></figure>\n`;
}

/** Returns the code as HTML with classes, or only escaped if it is too long. */
function highlighted(code: string, language: string | undefined, highlighting: Highlighting): string {
  highlighting.length += code.length;
  if (!language || code.length > maxHighlighted.block || highlighting.length > maxHighlighted.text || longLine.test(code))
    return escapeHtml(code);
  return hljs.highlight(code, { language, ignoreIllegals: true }).value;
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
