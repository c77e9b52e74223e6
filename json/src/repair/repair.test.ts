import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createRandom, makeDocument, mutate } from '../random-documents.ts';
import { formatText } from '../text.ts';
import { brokenInputs } from './broken-inputs.ts';
import { repair } from './repair.ts';
import type { AdviceKind } from './types.ts';

// The properties repair thousands of texts, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const minified = (text: string) => {
  const result = formatText(text, { indent: 'none', documents: true });
  return result.ok ? result.text : undefined;
};

/** Repairs a text and returns the documents, or the kind of advice. */
function outcome(text: string): unknown[] | AdviceKind {
  const result = repair(text);
  if (!result.ok) return result.advice.kind;
  const starts: number[] = [];
  const whole = formatText(result.text, { indent: 'none', documents: true, onDocument: (offset) => starts.push(offset) });
  if (!whole.ok) throw new Error(`The repair of ${text} is not valid.`);
  const bytes = new TextEncoder().encode(whole.text);
  return starts.map((start, index) => JSON.parse(new TextDecoder().decode(bytes.slice(start, starts[index + 1]))));
}

describe('of the broken inputs', () => {
  it.each(brokenInputs)('$name ends as meant, or with advice', ({ text, meant }) => {
    expect(outcome(text)).toEqual(meant);
  });
});

describe('a repair', () => {
  it.each([
    ['{}{}', 'several-values'],
    ['[][]', 'several-values'],
    ['1 2', 'text-after'],
    ['"a"\n"b"', 'several-values'],
    ['{"a":1}\nnull', 'several-values'],
    ['{"a":1},\n{"b":2}', 'several-values'],
    ['{"a":1}}', 'extra-bracket'],
    ['[1}', 'brackets'],
    ['{"a":[1,2}', 'brackets'],
    ['[1,2\n[3,4]', 'brackets'],
    ['{"a":1\n{"b":2}', 'missing-comma'],
    ['{"a":}', 'missing-value'],
    ['[1,,2]', 'missing-value'],
    ['{"a" 1}', 'missing-colon'],
    ['{"a": 1 2}', 'missing-comma'],
    ['["a""b"]', 'quote'],
    ['{"a": "x}', 'unclosed-string'],
    ['{"a":"x,\n"b":"y"}', 'unclosed-string'],
    ['{"path":"C:\\Users"}', 'escape'],
    ['{"a": 1, ...}', 'ellipsis'],
    ['{"a": …}', 'ellipsis'],
    ['INFO {"a": [1, ...]}', 'ellipsis'],
    ['{"a": 1,234,567, "b": 1}', 'grouped-digits'],
    ['{"a": 1.234,50}', 'grouped-digits'],
    ['{"a": 1\'234}', 'grouped-digits'],
    ['[1 234]', 'grouped-digits'],
    ['{"a": new Date()}', 'expression'],
    ['{"a": "x" + y}', 'expression'],
    ['{"a": `x$' + '{y}`}', 'expression'],
    ['{...rest}', 'expression'],
    ['{a, b}', 'expression'],
    ['{"date": 2026-11-25}', 'unquoted-text'],
    ['{"time": 10:30}', 'unquoted-text'],
    ['{"ip": 192.168.0.1}', 'unquoted-text'],
    ['{True: 1}', 'unquoted-key'],
    ['{a b: 1}', 'unquoted-key'],
    ['[007]', 'leading-zero'],
    ['[-', 'incomplete-number'],
    ['/* {}', 'unclosed-comment'],
    ['<p>no</p>', 'markup'],
    ['nothing here', 'unquoted-text'],
    ['', 'empty'],
    ['{"color": #fff, "size": 2}', 'unquoted-text'],
    ['{"color":\n  // the brand\n  #fff,\n  "size": 2}', 'unquoted-text'],
    ['{"colors": [\n  #fff,\n  #000\n]}', 'unquoted-text'],
    ['["a", #tag]', 'unquoted-text'],
    ['{"url": //cdn.example/x', 'missing-value'],
    ['{"a": /* later */', 'missing-value'],
    ['foo: {"a": 1},\nbar: {"b": 2}', 'unquoted-text'],
    ['foo: {"a": 1}\nbar: {"b": 2}', 'unquoted-text'],
    ['foo: {"a": 1},\nbar: 2', 'unquoted-text'],
    ['{a: {b: 1}}, c: {d: 2}}', 'several-values'],
    ['{a: {b: 1}}, c: 2}', 'several-values'],
    ['[0x_]', 'unquoted-text'],
    ['[0b_]', 'unquoted-text'],
    ['[0o__]', 'unquoted-text'],
    ['[0x1_]', 'unquoted-text'],
    ['[0x1__2]', 'unquoted-text'],
    ['x'.repeat(16_000_001), 'too-long'],
    [']', 'extra-bracket'],
    ['"a": 1}', 'extra-bracket'],
    ['{"a":1}\n%', 'text-after'],
    ['["a": 1]', 'member-in-array'],
    ['$x = ["a" => 1];', 'member-in-array'],
    ['[1,000]', 'grouped-digits'],
    ['[1,234,000]', 'grouped-digits'],
    ['{"a":1.#INF}', 'unquoted-text'],
    ['{"a":1#c\n}', 'unquoted-text'],
    ['{"a":1e', 'incomplete-number'],
    ['{"a":1E+', 'incomplete-number'],
    ['{"a":0x', 'incomplete-number'],
    ['{"a":1e-}', 'incomplete-number'],
    ['{"a": void 0}', 'expression'],
    ['a.b["c"]({"x":1}, {"y":2});', 'several-values'],
    ['%7B%22a%22:%22x+y%22,%22b%22:1%7D', 'encoded'],
    ['%7B%22a%22%3A%22%E9%22%7D', 'encoded'],
    ['{&quot;a&quot;:&quot;&zzz;&quot;}', 'encoded'],
    ['{"a": &quot;b&quot;}', 'encoded'],
    ['foo: {"a":1}\nfoo: {"b":2}\nbar: {"c":3}', 'unquoted-text'],
    ['foo: {"a":1}\n{"b":2}', 'unquoted-text'],
    ['{"a":1} - {"b":2}', 'text-after'],
    [String.raw`export CONFIG='{"path":"C:\\new"}'`, 'quoted-text'],
    [String.raw`config = '{"path":"C:\\new"}'`, 'quoted-text'],
    [String.raw`'{"path":"C:\\new"}'`, 'quoted-text'],
    [String.raw`"""{"path":"C:\\new"}"""`, 'quoted-text'],
    [String.raw`x = """{"path":"C:\\new"}"""`, 'quoted-text'],
    [String.raw`x = '''{"path":"C:\\new"}'''`, 'quoted-text'],
    ['var x = `{"path":"C:\\\\new"}`', 'quoted-text'],
    [`const x = '{"a":"it''s"}'`, 'quoted-text'],
    [String.raw`INSERT INTO t VALUES (1, '{"path":"C:\\new"}');`, 'quoted-text'],
    [String.raw`x = json.loads(b'{"path":"C:\\new"}')["path"]`, 'quoted-text'],
    ['- {"a":1}\n- 5\n- true', 'expression'],
    ['- {"a":1}\n- 5', 'expression'],
    [`- {"a":1}${' '.repeat(200)}\n- 5`, 'expression'],
    ['-{"a":1}\n-{"a":2}', 'expression'],
    ['{"a":1}\n-{"b":1}\n+{"b":2}', 'several-values'],
    ['- {"a":1}\n+ {"a":2}', 'expression'],
    ['%5B%22+49%22,%22+50%22%5D', 'encoded'],
    ['%5B%22+49%22%5D', 'encoded'],
    ['q=%5B%22+49%22,%22+50%22%5D', 'encoded'],
    ['[1\u200b2]', 'grouped-digits'],
    ['[10\u2007500]', 'grouped-digits'],
    ['{"a": 1\u200b.5}', 'grouped-digits'],
    ['N', 'unquoted-text'],
    ['T', 'unquoted-text'],
    ['fals', 'unquoted-text'],
    ['(5) [1, 2]', 'array-length'],
    ['app.js:3 (5) [1, 2]', 'array-length'],
    ['(3) [1, 2, 3]\n[4]', 'array-length'],
  ] as const)('is not offered for %j: %s', (text, kind) => {
    expect(outcome(text)).toBe(kind);
  });

  it.each([
    ['{"a":{"b":', { a: { b: null } }],
    ['["a\\u12', ['a']],
    ['[+Infinity, nan]', [null, null]],
    ['JSON.parse(\'{"a":1}\')', { a: 1 }],
    ['{"a":1,234:5}', { a: 1, 234: 5 }],
    ['{\\\\\\"a\\\\\\": 1}', { a: 1 }],
    ['\u2212.5', -0.5],
    ["{'a':'\\u{1F600}'}", { a: '😀' }],
    ['curl -d \'{"a":"b"}\' https://x.example', { a: 'b' }],
    ['HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{"a":1}', { a: 1 }],
    ['[2026-11-25] app.ERROR: x {"e":"y"} []', { e: 'y' }],
    ['a [1,2] b', [1, 2]],
    ['{"a": 1; // one\n}', { a: 1 }],
    ['[1;2;]', [1, 2]],
    ['{“名”：“値”，"b"：1，}', { 名: '値', b: 1 }],
    ['\u001b[1;39m{\u001b[0m"a": \u001b[31m1\u001b[0m}', { a: 1 }],
    ['\u001b[32mINFO\u001b[0m got {"a":1}', { a: 1 }],
    ['{"a": # one\n 1}', { a: 1 }],
    ['{"a": 1 #one\n}', { a: 1 }],
    ['[0x1_F]', [31]],
    ['INFO got {"a": 1 "b": 2} done', { a: 1, b: 2 }],
    ['Response: {"a": 1}', { a: 1 }],
    ['got [5] from [true] in {"a": 1}', { a: 1 }],
    ['int[] holds {"a": 1}', { a: 1 }],
    ['{\\"a\\": \\"\\ud83d\\ude00\\"}', { a: '😀' }],
    ['{\\"a\\": \\"\\ud83d', { a: '\ud83d' }],
    ['{\\"a\\": \\"\\udE00\\ud83d\\"}', { a: '\ude00\ud83d' }],
    ['a.b["c"]({"x":1});', { x: 1 }],
    ['｛"a"：［1，2］｝', { a: [1, 2] }],
    ['{"a": 5L}', { a: 5 }],
    ['{"a": -inf, "b": NAN}', { a: null, b: null }],
    ['[Tr', [true]],
    ['{"a": N', { a: null }],
    ['{\u180e"a":\u2061 1\u061c,\u007f"b":2}\u0000\u001a', { a: 1, b: 2 }],
    ['\u{e0001}{"a":\ufe0f1}', { a: 1 }],
    ['{『a』: 〝b〟, ❝c❞: ❛d❜}', { a: 'b', c: 'd' }],
    ['{״a״: ‵b′, ʺcʺ: ʼdʼ}', { a: 'b', c: 'd' }],
    ['{"a":1}\n```', { a: 1 }],
    ['```{"a":1}```', { a: 1 }],
    ['"""\n{"a":1}\n"""', { a: 1 }],
    ['(3) [1, 2, 3]', [1, 2, 3]],
    [')]}\n{"a":1}', { a: 1 }],
    ['{&#39;a&#39;: None}', { a: null }],
    ['{&amp;quot;a&amp;quot;:1}', { a: 1 }],
    ['&#123;&quot;a&quot;&colon;1&rcub;', { a: 1 }],
    ['{&quot;a&quot;:&quot;&eacute;&euro;&quot;}', { a: 'é€' }],
    ['{&ldquo;a&rdquo;:&nbsp;1}', { a: 1 }],
    ['{%22a%22:%221%25%22}', { a: '1%' }],
    ['%257B%2522a%2522%253A1%257D', { a: 1 }],
    ['q=%7B%22a%22%3A%22x+y%22%7D', { a: 'x y' }],
    ['{\\u0022a\\u0022:\\u0022\\u00e9\\u0022}', { a: 'é' }],
    ['\\x7b\\x22a\\x22:1\\x7d', { a: 1 }],
    ["{\\'a\\': 1}", { a: 1 }],
    [`'{"a":"it'\\''s"}'`, { a: "it's" }],
    [`'{"a":"it''s"}'`, { a: "it's" }],
    [`curl -d '{"a":"it'\\''s"}' https://x.example`, { a: "it's" }],
    [`INSERT INTO t VALUES ('{"a":"it''s"}');`, { a: "it's" }],
    ['curl -d "{\\"a\\":\\"b\\"}" https://x.example', { a: 'b' }],
    ['level=info body="{\\"a\\":\\"\\\\\\"b\\\\\\"\\"}" took=3', { a: '"b"' }],
    ['static final String S = "{\\"a\\":1}";', { a: 1 }],
    [`JSON.parse('{"a":"x\\\\ny"}')`, { a: 'x\ny' }],
    ['| {"a":1} |', { a: 1 }],
    ['> {"a":1}', { a: 1 }],
    ['data: {"a":1}\n\ndata: [DONE]\n', { a: 1 }],
    [`export A='{"a":"it'\\''s"}'`, { a: "it's" }],
    [`UPDATE t SET j = '{"a":"it''s"}';`, { a: "it's" }],
    [String.raw`const x = '{"path":"C:\\\\new"}';`, { path: 'C:\\new' }],
    [String.raw`JSON.parse('{"path":"C:\\\\new"}')`, { path: 'C:\\new' }],
    [String.raw`json.loads('''{"path":"C:\\\\new"}''')`, { path: 'C:\\new' }],
    [String.raw`json_decode('{"path":"C:\\\\new"}');`, { path: 'C:\\new' }],
    [String.raw`x = '{"a":"it\'s", "b":"C:\\\\new"}'`, { a: "it's", b: 'C:\\new' }],
    [String.raw`curl -d '{"path":"C:\\new"}' https://x.example`, { path: 'C:\\new' }],
    ["x = '''\n{\"a\":1}\n'''", { a: 1 }],
    ['{&quot;a&quot;:&quot;it&#146;s &#x80;5&quot;}', { a: 'it’s €5' }],
    ['True', true],
    ["{'a': 'see (5) [1]'}", { a: 'see (5) [1]' }],
    ['app.js:3 (2) [1, 2]', [1, 2]],
  ])('of %j gives %j', (text, value) => {
    expect(outcome(text)).toEqual([value]);
  });

  it.each([
    ['x {"a":1}{"b":2} y', [{ a: 1 }, { b: 2 }]],
    ['request {} response {"a":1}', [{}, { a: 1 }]],
    ['got {} only', [{}]],
    ['{"a":1}\n---\n{"b":2}', [{ a: 1 }, { b: 2 }]],
    ['* {"a":1}\n* {"b":2}', [{ a: 1 }, { b: 2 }]],
    ['data: {"a":1}\n\ndata: {"a":2}\n\n', [{ a: 1 }, { a: 2 }]],
    ['event: add\ndata: {"a":1}\n\nevent: end\ndata: {"a":2}\n\n', [{ a: 1 }, { a: 2 }]],
  ])('of %j gives the documents %j', (text, documents) => {
    expect(outcome(text)).toEqual(documents);
  });

  it('names a change of a value that is part of a larger edit', () => {
    const result = repair('%7Ba%3Aundefined%7D');
    expect(result).toMatchObject({ ok: true, text: '{"a":null}', edits: [{ kind: 'null' }] });
  });

  it('lists edits with their positions, and names changes of values', () => {
    const text = "{\n  'é': NaN, // \u{1F600}\n  b: [1,]}";
    const result = repair(text);
    expect(result).toEqual({
      ok: true,
      text: '{\n  "é": null, \n  "b": [1]}',
      edits: [
        { offset: 4, line: 2, column: 3, length: 4, removed: "'é'", text: '"é"', kind: 'quotes' },
        { offset: 10, line: 2, column: 8, length: 3, removed: 'NaN', text: 'null', kind: 'null' },
        { offset: 15, line: 2, column: 13, length: 7, removed: '// \u{1F600}', text: '', kind: 'comment' },
        { offset: 25, line: 3, column: 3, length: 1, removed: 'b', text: '"b"', kind: 'key' },
        { offset: 30, line: 3, column: 8, length: 1, removed: ',', text: '', kind: 'extra-comma' },
      ],
    });
  });

  it('takes linear time for hostile texts', () => {
    const repeated = [
      '[',
      '{"a":',
      '{a:',
      '{"a {"a ',
      '```\n{}\n',
      '[a ',
      '"',
      "'a",
      'a.',
      'x : ',
      '/*',
      '> ',
      '%7B',
      '[1 22 ',
      '{,',
      '{# ',
      '"{\\"',
      '&#123;',
      '%25',
      "'{''",
      '- {}\n',
      'data: {}\n',
      'a b ',
    ];
    expect(repair(`${'\\"'.repeat(50)}[1,2]`.repeat(1000)).ok).toBeTypeOf('boolean');
    for (const part of repeated) expect(repair(part.repeat(100_000 / part.length)).ok).toBeTypeOf('boolean');
  });

  it('takes linear time for long runs of one character', () => {
    const runs = [
      ' ',
      '\n',
      '\u00a0',
      ';',
      '"',
      "'",
      '`',
      '~',
      '\\',
      ',',
      '-',
      '>',
      '&',
      '%20',
      '(',
      ')',
      '1',
      '_',
      '.',
      'a',
      '=',
      '#',
      '/',
      '\u200b',
    ];
    const places = [
      ['', '{a:1}'],
      ['{a:1', 'b:2}'],
      ['{a:1,', 'b:2}'],
      ['{a:[1', '2]}'],
      ['{a:"', '", b:1}'],
      ['{a:1}', ''],
      ['{a:1}', 'x'],
      ["x = '{a:1,", "b:2}'"],
      ['x', '= {a:1}'],
      ['x = {a:1}', ';x'],
      ['while(1)', 'x'],
      ['for(;;);', '{a:1}x'],
      ['callback(', '{a:1})'],
      ['~~~', '`'],
      ['INFO ', ' {a:1} x'],
      ['INFO {a:1}', '{b:2} x'],
      ['\'{"a":"', '"}\''],
      ['%7B%22a%22:', '%7D'],
      ['{&quot;a&quot;:', '}'],
    ] as const;
    for (const run of runs)
      for (const [before, after] of places) expect(repair(`${before}${run.repeat(100_000 / run.length)}${after}`).ok).toBeTypeOf('boolean');
  });
});

/** Applies the edits of a repair to the bytes of the text. */
function applied(text: string): string | undefined {
  const result = repair(text);
  if (!result.ok) return undefined;
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  let at = 0;
  for (const { offset, length, text: inserted, removed } of result.edits) {
    expect(bytes.subarray(offset, offset + length).toString()).toBe(removed);
    parts.push(bytes.subarray(at, offset), Buffer.from(inserted));
    at = offset + length;
  }
  const whole = Buffer.concat([...parts, bytes.subarray(at)]).toString();
  expect(whole).toBe(result.text);
  return whole;
}

const seeds = fc.integer({ min: 1, max: 2 ** 31 - 1 });
const tokens = /"(?:[^"\\]|\\.)*"|[,\]}[{:]|[\d.eE+-]+|[a-z]+|\s+/g;

type Damage = (token: string, previous: string, next: string) => string;
/** Writes a string in other quotes. */
const quoted = (token: string, quote: string) =>
  `${quote}${token
    .slice(1, -1)
    .replace(/\\./gs, (pair) => (pair === '\\"' ? '"' : pair))
    .replaceAll(quote, `\\${quote}`)}${quote}`;
const isString = (token: string) => token.startsWith('"');
/** Certain mistakes, by token. */
const damages: Record<string, Damage> = {
  'missing commas': (token) => (token === ',' ? '\n' : token),
  'trailing commas': (token, previous) => (/^[\]}]$/.test(token) && !/^[[{]$/.test(previous) ? `,${token}` : token),
  semicolons: (token) => (token === ',' ? ';' : token),
  'single quotes': (token) => (isString(token) ? quoted(token, "'") : token),
  backticks: (token) => (isString(token) && !token.includes('${') ? quoted(token, '`') : token),
  'typographic quotes': (token) => (isString(token) && !/[\u2018-\u201f]|\\"/.test(token) ? `“${token.slice(1, -1)}”` : token),
  'keys without quotes': (token, _previous, next) => (next === ':' && /^"[a-z_$][\w$]*"$/.test(token) ? token.slice(1, -1) : token),
  'literals of Python': (token) => ({ true: 'True', false: 'False', null: 'None' })[token] ?? token,
  comments: (token) => (/^[,[{]$/.test(token) ? `${token}/* ] " */ // }\n` : token),
  'no-break spaces': (token) => (/^\s/.test(token) ? token.replaceAll(' ', '\u00a0') : token === ':' ? ':\u3000' : token),
  'plus signs': (token) => (/^\d/.test(token) ? `+${token}` : token),
  'arrows for colons': (token) => (token === ':' ? ' => ' : token),
};
/** Certain mistakes of the whole text. */
const wholeDamages: Record<string, (text: string) => string> = {
  'a callback': (text) => `callback(${text});`,
  'an assignment': (text) => `const data = ${text};\n`,
  'a fence': (text) => `\`\`\`json\n${text}\n\`\`\`\n`,
  'a prefix': (text) => `)]}',\n${text}`,
  'escaped quotes': (text) => JSON.stringify(text).slice(1, -1),
  'HTML entities': (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  'a log line': (text) => `2026-11-25 INFO [main] ${text} took 3 ms`,
  'missing closing brackets': (text) => text.replace(/[\]}\s]+$/, ''),
};

function damageTokens(text: string, damage: Damage): string {
  const parts = text.match(tokens) ?? [];
  const isSpace = (token: string | undefined) => token !== undefined && /^\s/.test(token);
  return parts
    .map((token, index) => {
      const previous = isSpace(parts[index - 1]) ? parts[index - 2] : parts[index - 1];
      const next = isSpace(parts[index + 1]) ? parts[index + 2] : parts[index + 1];
      return damage(token, previous ?? '', next ?? '');
    })
    .join('');
}

describe('the repair of random texts', () => {
  it('does not change valid JSON', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const text = makeDocument(createRandom(seed));
        expect(repair(text)).toEqual({ ok: true, text, edits: [] });
      }),
      { numRuns: 500 },
    );
  });

  it('restores a document with certain mistakes', () => {
    fc.assert(
      fc.property(seeds, fc.constantFrom(...Object.values(damages)), (seed, damage) => {
        const document = makeDocument(createRandom(seed));
        expect(minified(applied(damageTokens(document, damage)) ?? '')).toBe(minified(document));
      }),
      { numRuns: 1500 },
    );
  });

  it('restores an object or array in code, escapes or text, or cut off', () => {
    fc.assert(
      fc.property(seeds, fc.constantFrom(...Object.values(wholeDamages)), (seed, damage) => {
        const document = `[{"a": ${makeDocument(createRandom(seed))}}]`;
        expect(minified(applied(damage(document)) ?? '')).toBe(minified(document));
      }),
      { numRuns: 1000 },
    );
  });

  it('gives valid JSON or advice, and never fails', () => {
    const pieces = [
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      ' ',
      '\n',
      '1',
      '"a"',
      "'b'",
      '"',
      "'",
      'true',
      'None',
      '\\',
      '//',
      '/*',
      '...',
      ';',
      '“',
      '`',
      '(',
      '=',
      'a',
      '#',
      '0x_',
      '0b',
      '0o1_',
      '_',
      'n',
      '1.',
      'e+',
      '\\ud83d',
      '%7B',
      '&#x110000;',
      '\\u{110000}',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 20 }), (parts) => {
        expect(outcome(parts.join(''))).not.toBe('not-repaired');
        const result = applied(parts.join(''));
        if (result !== undefined) expect(minified(result)).toBeDefined();
      }),
      { numRuns: 5000 },
    );
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = createRandom(seed);
        const text = new TextDecoder().decode(mutate(random, new TextEncoder().encode(makeDocument(random))));
        const result = applied(text);
        if (result !== undefined) expect(minified(result)).toBeDefined();
      }),
      { numRuns: 2000 },
    );
  });
});
