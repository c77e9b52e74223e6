import { withoutHidden } from '@dev-connector/contract';
import createMarkdownIt, { type Token } from 'markdown-it';
import { processorTime, runWithin } from './effort.ts';
import { compile, findLanguage, highlight, isCompiled } from './languages.ts';

const { escapeHtml, unescapeAll } = createMarkdownIt().utils;

/** Limits in characters, above which code is not highlighted: per line and run of white space, per block and per text. */
const maxHighlighted = { run: 300, block: 10_000, text: 20_000 };
/** Starts only where a line or a run starts, so the time is linear. */
const longRun = new RegExp(`^.{${maxHighlighted.run + 1}}|(?<!\\s)\\s{${maxHighlighted.run + 1}}`, 'm');

/** Characters of a language label. */
const maxLabel = 30;
/** Characters of the first line of a code block that are read. */
const maxInfo = 500;

/**
 * Milliseconds of processor time for the code of a text: 20,000 characters of usual code take 10 to 50, and up to 30 more for each grammar that is new to the thread.
 * Before them, for compiling new grammars: most take 5 to 80, and the last one may exceed the limit.
 */
const [maxEffort, maxCompilation] = [150, 100];

const infoOf = ({ info }: Token): string => unescapeAll(info).trim().slice(0, maxInfo);
const codeOf = ({ content }: Token): string => content.replace(/\n$/, '');

/** The parts of a code block's first line: a language, a title, and the lines to mark. */
function readInfo(info: string): { name: string; title: string; marks: string } {
  const [, inBraces, plain = ''] = /^(?:\{\s*\.?([a-z][^\s{}]*)|([^\s{]*))/i.exec(info) ?? [];
  const [, ...titles] = /\s(?:title|filename|file|name)=(?:"([^"]*)"|'([^']*)'|(\S+))/.exec(info) ?? [];
  const [, marks = ''] = /\{([\d,\s-]{1,200})\}/.exec(info) ?? [];
  return { name: inBraces ?? plain, title: titles.find((title) => title) ?? '', marks };
}

/** Returns the HTML of the code in fences. Code that is too long, or too expensive for some grammar, is missing and has no colours. */
export function highlightFences(tokens: Token[]): Map<Token, string> {
  const highlighted = new Map<Token, string>();
  let length = 0;
  const fences = tokens.flatMap((token) => {
    const grammar = token.type === 'fence' ? findLanguage(readInfo(infoOf(token)).name)?.grammar : undefined;
    if (grammar === undefined) return [];
    const code = codeOf(token);
    length += code.length;
    if (code.length > maxHighlighted.block || length > maxHighlighted.text || longRun.test(code)) return [];
    return [{ grammar, run: () => void highlighted.set(token, highlight(code, grammar)) }];
  });
  if (fences.length === 0) return highlighted;
  // Before the time counts, because an interruption would leave a grammar incomplete. A later text compiles those that this one could not.
  const began = processorTime();
  for (const { grammar } of fences) if (!isCompiled(grammar) && processorTime() - began < maxCompilation) compile(grammar);
  runWithin(
    maxEffort,
    fences.flatMap(({ grammar, run }) => (isCompiled(grammar) ? run : [])),
  );
  return highlighted;
}

/**
 * Renders a code block. `info` is its first line: a language, a title and the lines to mark, as in `ts title="a.ts" {2,4-6}`. Each line is an element, so that the
 * style sheet can number and mark it. Without a language, the code is plain: a guess would often be wrong. So is all code if `highlighted` is undefined.
 */
export function codeBlock(token: Token, highlighted: Map<Token, string> | undefined): string {
  const { name, title, marks } = readInfo(infoOf(token));
  const language = findLanguage(name);
  const shorten = (text: string) => withoutHidden(text).slice(0, maxLabel).toWellFormed();
  const label = [...new Set([language?.label ?? shorten(name.replace(/^(?:lang(?:uage)?-|\.)/i, '')), shorten(title)])]
    .filter(Boolean)
    .join(' · ');
  const html = highlighted?.get(token) ?? escapeHtml(codeOf(token));
  const content = highlighted && (name || marks) ? lines(html, marks, language?.grammar === 'diff') : html;
  const caption = label && `<figcaption>${escapeHtml(label)}</figcaption>`;
  return `<figure class="code">${caption}<pre tabindex="0"><code>${content}\n</code></pre></figure>\n`;
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
