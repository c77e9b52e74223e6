import type { AdviceKind } from './types.ts';

/** Texts as people paste them: from JavaScript, Python, chats, logs, shells and word processors, and cut off. */
export interface BrokenInput {
  name: string;
  text: string;
  /** The documents that are meant, or why only a person can say what is meant. */
  meant: unknown[] | AdviceKind;
}

const as = (name: string, text: string, ...meant: unknown[]): BrokenInput => ({ name, text, meant });
const unclear = (name: string, text: string, meant: AdviceKind): BrokenInput => ({ name, text, meant });

export const brokenInputs: BrokenInput[] = [
  as('an object of JavaScript', "{team: 'x', id: 1}", { team: 'x', id: 1 }),
  as('a dictionary of Python', "{'a': True, 'b': None, 'c': ['it\\'s', False]}", { a: true, b: null, c: ["it's", false] }),
  as('texts of Python 2', "{u'name': u'Zo\\xeb'}", { name: 'Zoë' }),
  as('a hash of Ruby', '{:name => "Ada", "age" => 36, :nick => nil}', { name: 'Ada', age: 36, nick: null }),
  as('JSON with comments', '{\n  // port\n  "port": 80, /* default */\n  "host": "a" # name\n}', { port: 80, host: 'a' }),
  as('a trailing comma', '{"a": [1, 2,], }', { a: [1, 2] }),
  as('a trailing comma before a comment', '[1, 2, // last\n]', [1, 2]),
  as('a trailing semicolon', '{"a": 1};', { a: 1 }),
  as('semicolons as separators', '{"a": 1; "b": 2;}', { a: 1, b: 2 }),
  as('missing commas between lines', '{\n"a": 1\n"b": "x"\n"c": [1 2]\n}', { a: 1, b: 'x', c: [1, 2] }),
  as('missing commas between objects', '[{"a":1}{"a":2}\n{"a":3}]', [{ a: 1 }, { a: 2 }, { a: 3 }]),
  as('a doubled comma in an object', '{"a": 1,, "b": 2}', { a: 1, b: 2 }),
  as('typographic quotes', '{“name”: “Ada”, ‘id’: ‘it’s’}', { name: 'Ada', id: 'it’s' }),
  as('German quotes', '{„name“: „Zoë“}', { name: 'Zoë' }),
  as('French quotes', '{«nom»: «Zoé»}', { nom: 'Zoé' }),
  as('typographic and straight quotes', '{“a": "b", "c": “d”}', { a: 'b', c: 'd' }),
  as('backticks', '{`a`: `b "c"`}', { a: 'b "c"' }),
  as('an apostrophe in single quotes', "{'text': 'it's'}", { text: "it's" }),
  as('double quotes inside single quotes', `['say "hi"', "it's"]`, ['say "hi"', "it's"]),
  as('unquoted keys of all kinds', '{a: 1, $b_c: 2, content-type: 3, 4: 5, é: 6}', { a: 1, $b_c: 2, 'content-type': 3, 4: 5, é: 6 }),
  as('equals signs', '{name = "Ada", age = 36}', { name: 'Ada', age: 36 }),
  as('escaped JSON', '{\\"a\\": \\"b \\\\\\"c\\\\\\"\\"}', { a: 'b "c"' }),
  as('escaped JSON with line breaks', '{\\n  \\"a\\": [1,\\n 2]\\n}', { a: [1, 2] }),
  as('a quoted and escaped text over two lines', '"{\\"a\\":\n1}"', { a: 1 }),
  as('JSON in HTML', '{&quot;a&quot;: &quot;x &amp; y&quot;}', { a: 'x & y' }),
  as('JSON in HTML with numbers of characters', '[{&#34;a&#34;:&#x22;b&#x22;}]', [{ a: 'b' }]),
  as('JSON in a URL', '%7B%22q%22%3A%22a%20b%22%7D', { q: 'a b' }),
  as('JSON in CSV', '"{""a"": ""b"", ""c"": 1}"', { a: 'b', c: 1 }),
  as('JSON in quotes of a shell', `'{"a": "b"}'`, { a: 'b' }),
  as('a prefix against hijacking', ')]}\'\n{"a": 1}', { a: 1 }),
  as('an endless loop as a prefix', 'for (;;);{"a": 1}', { a: 1 }),
  as('JSONP', 'callback({"a": 1});', { a: 1 }),
  as('JSONP with a comment and a path', '/**/ app.load([1, 2])', [1, 2]),
  as('an assignment', 'const settings = {debug: true};', { debug: true }),
  as('an assignment to a property', 'window.__STATE__ = {"a": [1]};', { a: [1] }),
  as('an export', "module.exports = {\n  name: 'x',\n};\n", { name: 'x' }),
  as('a Markdown fence', '```json\n{"a": 1}\n```', { a: 1 }),
  as('a Markdown fence in an answer', 'Here is the JSON:\n\n```json\n{"a": 1,}\n```\n\nHope this helps!', { a: 1 }),
  as('a fence without an end', '```\n[1, 2]\n', [1, 2]),
  as('a line break inside a string', '{"a": "one\ntwo", "b": 1}', { a: 'one\ntwo', b: 1 }),
  as('a tab inside a string', '["a\tb"]', ['a\tb']),
  as('a continued line', "['one \\\ntwo']", ['one two']),
  as('no-break spaces', '{\u00a0"a":\u00a01,\n\u00a0\u00a0"b": 2}', { a: 1, b: 2 }),
  as('characters without width', '\ufeff{\u200b"a": 1\u2060}', { a: 1 }),
  as('ideographic spaces', '[1,\u30002,\u30003]', [1, 2, 3]),
  as('a cut-off end', '{"a": [1, {"b": "c"', { a: [1, { b: 'c' }] }),
  as('a cut-off string', '{"a": "hello wor', { a: 'hello wor' }),
  as('a cut-off key', '{"a": 1, "b', { a: 1 }),
  as('a cut-off literal', '[true, fal', [true, false]),
  as('a cut-off list', '[{"a": 1}, {"a": 2},', [{ a: 1 }, { a: 2 }]),
  as('numbers of JavaScript', '[.5, +1, 5., -.5, 0x1F, 0b101, 1_000, 12n]', [0.5, 1, 5.0, -0.5, 31, 5, 1000, 12]),
  as('undefined and NaN', '{a: undefined, b: NaN, c: -Infinity}', { a: null, b: null, c: null }),
  as('several documents', "{a: 1}\n{'b': 2}\n", { a: 1 }, { b: 2 }),
  as('a log line', '2026-11-25T10:00:00Z INFO [http] request {"id": 7, "path": "/"} took 3 ms', { id: 7, path: '/' }),
  as('log lines with a dictionary', "[INFO] got {'a': None}\n[WARN] no data\n[INFO] got {'a': 1}\n", { a: null }, { a: 1 }),
  as('members without braces', '"a": 1,\n"b": [2]', { a: 1, b: [2] }),
  unclear('an ellipsis', '[1, 2, ...]', 'ellipsis'),
  unclear('grouped digits', '{"price": 1,234.50}', 'grouped-digits'),
  unclear('an expression', '{"seconds": 60 * 60}', 'expression'),
  unclear('a quote inside a string', '{"a": "say "hi" twice"}', 'quote'),
  unclear('a missing quote', '{"a": "b, "c": 1}', 'quote'),
  unclear('a name without quotes', '{"status": active}', 'unquoted-text'),
];
