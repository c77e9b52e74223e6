import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { terminalLog } from '../../src/platform/log/terminal.ts';

/** Terminal output for a log entry. */
function shown(entry: object): string {
  let text = '';
  terminalLog({ write: (line) => void (text += line) }).write(`${JSON.stringify({ level: 30, time: 0, msg: '', ...entry })}\n`);
  return text;
}

test('removes terminal control characters from logged input', () => {
  const line = shown({ msg: 'answered', method: 'GET', status: 200, ms: 1, url: '/\u001b]0;mine\u0007\u202e\r\nforged' });
  expect(stripVTControlCharacters(line)).toMatch(/ 200 GET \/\ufffd\]0;mine\ufffd{4}forged 1 ms\n$/);
  expect(shown({ level: 50, msg: 'no \u009b2J', err: { stack: 'Error: \u001b[2J\n    at one\n' } })).toMatch(
    /no \ufffd2J\nError: \ufffd\[2J\n {4}at one\n/,
  );
});
