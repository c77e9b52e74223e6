/** The target of a link, which the parser may have left as text: `](#a "Title")`, `url(#a)` or `href="#a"`. */
const target = String.raw`\]\(\s*<?(?:[^\s()]|\([^\s()]*\))*(?:\s+["'(][^"')]*)?|\burl\([^\s)]*|=["'][^\s"']*`;
/** Characters before a number sign inside a word, an address or `<…>`. */
const inWord = String.raw`[\p{L}\p{M}\p{N}_#&/=.<-]`;
const pattern = new RegExp(String.raw`${target}|(?<!${inWord})#((?!\p{DI})\p{L}(?:(?!\p{DI})[\p{L}\p{M}\p{Nd}_+.-])*)`, 'gu');
const wordEnd = new RegExp(`${inWord}$`, 'u');
/** The definition of a link for the rest of the text: `[name]: #a "Title"`. */
const definition = /^\s*\[[^\]]+\]:\s*\S+\s*(?:["'(].*)?$/;

/** A color, unless it could be a word: `fff` and `1a2b3c`, but not `cafe`. */
const color = /^(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;
const colorOnly = /\d|^(.)\1*$/i;
const isColor = (name: string): boolean => color.test(name) && colorOnly.test(name);

/**
 * Directives of preprocessors and compilers (C, C++, Objective-C, C#, F#, Swift, Visual Basic, GLSL, PowerShell, Racket). Words that tags have are directives only
 * before their arguments. A line of tags may begin with any of them.
 */
const directive = new RegExp(
  `^#(?:${[
    'include(?:_next|-once)?|import|using|define|undef|pragma|line|error|warning',
    'if|ifn?def|else|elif|elifn?def|elseif|endif|end|region|endregion|nullable|nowarn|sourcelocation',
    'const(?=\\s+\\w+\\s*=)|version(?=\\s+\\d)|extension(?=\\s+\\w+\\s*:)|requires(?=\\s+-)|lang(?=\\s+\\w)',
    '(?:r|i|load|reference|use|require|embed|ident)(?=\\s+["<])',
  ].join('|')})(?![\\p{L}\\p{M}\\p{Nd}_+-])(?!\\s+#\\p{L})`,
  'iu',
);

/** The place in a text: whether it begins a line, and whether it continues a word. */
interface Place {
  isLineStart?: boolean;
  isInWord?: boolean;
}

/**
 * Returns the `#name` of each tag in a part of a line that is neither code nor the text of a link, and its position. Takes linear time.
 * Names may be longer than `limits.tag`.
 */
export function tagsInText(text: string, { isLineStart = true, isInWord = false }: Place = {}): Array<{ name: string; index: number }> {
  if (!text.includes('#') || (isLineStart && definition.test(text))) return [];
  const start = text.search(/\S/);
  const found: Array<{ name: string; index: number }> = [];
  for (const { 1: word, index } of text.matchAll(pattern)) {
    const name = word?.replace(/\.+$/, '');
    if (!name || isColor(name.normalize('NFKC').replace(/[-+_.]+$/, ''))) continue;
    if ((index === 0 && isInWord) || (isLineStart && index === start && directive.test(text.slice(index)))) continue;
    found.push({ name, index });
  }
  return found;
}

/** Whether a number sign after this text would be inside a word. */
export const endsInWord = (text: string): boolean => wordEnd.test(text.slice(-2));
