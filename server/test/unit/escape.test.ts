import { expect, test } from 'vitest';
import { escapeJson, escapeLines, escapeText } from '../../src/platform/log/escape.ts';

/** Escape, C1 control, bidirectional override, zero-width character, line separator, a character beyond the BMP and a lone surrogate. */
const hostile = `a\u001b[2J\u009b2J\u202e\u200b\u2028\u0085z${String.fromCodePoint(0xe0001)}${String.fromCharCode(0xd800)}`;

test('JSON escapes all terminal control characters and parses to the same value', () => {
  const text = escapeJson({ name: hostile, [hostile]: ['Ça va? 🙂'] });
  expect(text).not.toMatch(/[\p{C}\u2028\u2029]/u);
  expect(text).toContain('\\u009b2J\\u202e');
  expect(text).toContain('Ça va? 🙂');
  expect(JSON.parse(text)).toEqual({ name: hostile, [hostile]: ['Ça va? 🙂'] });
});

test('plain text replaces control characters and keeps line breaks', () => {
  expect(escapeText(hostile)).not.toMatch(/[\p{C}\u2028\u2029]/u);
  expect(escapeLines('one\u009b\ntwo\r')).toBe('one\ufffd\ntwo\ufffd');
});
