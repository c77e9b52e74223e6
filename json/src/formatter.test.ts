import { describe, expect, it } from 'vitest';
import { createFormatter } from './formatter.ts';
import { formatInChunks } from './oracle.ts';
import { formatText } from './text.ts';
import type { Indent } from './types.ts';

const encoder = new TextEncoder();
const format = (text: string, options = {}) => formatInChunks(encoder.encode(text), [], options);

/** About 3 MB with tokens of many lengths. */
const large = JSON.stringify(
  Array.from({ length: 6000 }, (_, index) => ({
    id: index,
    text: 'ü'.repeat(index % 97),
    list: [index / 3, [], {}, { deep: [[[index % 2 === 0]]] }],
    escaped: '\n"\\é'.repeat(index % 31),
    none: null,
  })),
);

describe('layout', () => {
  it.each([2, 4, 'tab'] as Indent[])('equals that of JSON.stringify with indent %s', (indent) => {
    expect(format(large, { indent, verify: true }).text).toBe(JSON.stringify(JSON.parse(large), null, indent === 'tab' ? '\t' : indent));
  });

  it('does not depend on the indentation of the input', () => {
    const pretty = JSON.stringify(JSON.parse(large), null, '\t').replaceAll('\n', '\r\n');
    expect(format(pretty, { indent: 'none', verify: true }).text).toBe(large);
    expect(format(pretty, { verify: true }).text).toBe(JSON.stringify(JSON.parse(large), null, 2));
  });

  it('does not depend on chunk boundaries', () => {
    const whole = format(large).text;
    for (const length of [65_536, 262_143, 262_144, 262_145, 1_000_000])
      expect(formatInChunks(encoder.encode(large), [length]).text === whole).toBe(true);
    for (let shift = 1; shift < 40; shift++) expect(format(' '.repeat(shift) + large).text === whole).toBe(true);
  });

  it('keeps numbers, keys and escapes as written', () => {
    const text = '{"2":1,"1":12345678901234567890,"a":1.0,"a":1e400,"b":-0,"c":"\\u00e9\\/\\ud800"}';
    expect(format(text, { indent: 'none' }).text).toBe(text);
  });

  it('handles tokens and white space longer than a window', () => {
    const long = 'x'.repeat(700_000);
    for (const text of [`"${long}"`, `[${'7'.repeat(700_000)}]`, `{"${long}":[]}`])
      expect(format(text, { indent: 'none', verify: true }).text).toBe(text);
    expect(format(`[1,${' \n'.repeat(400_000)}2]`, { verify: true }).text).toBe('[\n  1,\n  2\n]');
  });

  it('accepts strings and bytes', () => {
    for (const text of [large, '"é😀"', '[1, 2]'])
      expect(formatText(text)).toEqual({ ok: true, text: JSON.stringify(JSON.parse(text), null, 2) });
    expect(formatText('[1, "a\ud800"]')).toMatchObject({ ok: false, error: { code: 'utf8', line: 1, column: 7 } });
  });
});

describe('JSON Lines', () => {
  it('formats one value per line', () => {
    const text = '{"a":1}\n\n  [1,2] \r\n"x"\n3';
    expect(format(text, { lines: true, indent: 'none' }).text).toBe('{"a":1}\n[1,2]\n"x"\n3');
    expect(formatInChunks(encoder.encode(text), [1], { lines: true }).text).toBe('{\n  "a": 1\n}\n[\n  1,\n  2\n]\n"x"\n3');
    expect(format('', { lines: true })).toEqual({ text: '' });
  });

  it('rejects a value that spans lines and two values on one line', () => {
    expect(format('{"a":1}\n[1,\n2]', { lines: true }).error).toMatchObject({ line: 2, column: 4, found: 'a line break' });
    expect(format('1\n2 3', { lines: true }).error).toMatchObject({
      line: 2,
      column: 3,
      expected: 'the end of the line',
      cause: 'more-text',
    });
  });
});

describe('the maximum output size', () => {
  it('stops 100,000 brackets that would indent to 20 GB', () => {
    let written = 0;
    const formatter = createFormatter({ onOutput: (bytes) => (written += bytes.length) });
    formatter.push('['.repeat(100_000));
    expect(formatter.end()).toMatchObject({
      ok: false,
      error: { code: 'output-limit', message: expect.stringContaining('nested too deeply') },
    });
    expect(written).toBeLessThan(70 * 1024 * 1024);
  });

  it('is exact to the byte', () => {
    const text = '{"a":[1,{"b":"cd"}]}';
    const pretty = JSON.stringify(JSON.parse(text), null, 2);
    for (let maxOutput = 0; maxOutput <= pretty.length; maxOutput++) {
      for (const chunkLengths of [[], [1]]) {
        const { text: written, error } = formatInChunks(encoder.encode(text), chunkLengths, { maxOutput });
        expect(written).toBe(pretty.slice(0, maxOutput));
        expect(error?.code).toBe(maxOutput < pretty.length ? 'output-limit' : undefined);
      }
    }
  });
});

describe('a formatter', () => {
  it('counts bytes and reports whether they were compared', () => {
    const formatter = createFormatter({ verify: true });
    formatter.push('[1, "é"]');
    expect(formatter.end()).toEqual({ ok: true, bytesIn: 9, bytesOut: 15, documents: 1, onlyWhitespaceChanged: true });
    const unchecked = createFormatter();
    unchecked.push('1');
    expect(unchecked.end()).toEqual({ ok: true, bytesIn: 1, bytesOut: 1, documents: 1 });
  });

  it('needs no more input once a failure is diagnosed', () => {
    const formatter = createFormatter();
    expect(formatter.push('[1,]')).toBe(true);
    expect(formatter.push(' '.repeat(1000))).toBe(false);
    expect(formatter.end()).toMatchObject({ ok: false, error: { offset: 3 } });
    expect(() => formatter.end()).toThrow('has ended');
  });

  it('is independent of other formatters in use', () => {
    const texts = ['{"a":[1,', '["b",{"c":', '[[[[', '"'];
    const rests = ['2]}', 'null}]', ']]]]', 'x"'];
    const outputs = texts.map(() => '');
    const formatters = texts.map((_, index) =>
      createFormatter({ indent: 'none', onOutput: (bytes) => (outputs[index] += new TextDecoder().decode(bytes)) }),
    );
    for (const [index, formatter] of formatters.entries()) formatter.push(texts[index] as string);
    for (const [index, formatter] of formatters.entries()) formatter.push(rests[index] as string);
    expect(formatters.every((formatter) => formatter.end().ok)).toBe(true);
    expect(outputs).toEqual(texts.map((text, index) => text + rests[index]));
  });
});
