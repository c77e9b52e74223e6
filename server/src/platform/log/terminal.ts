import { Writable } from 'node:stream';
import { styleText } from 'node:util';
import type { Output } from '../process/output.ts';
import { escapeText } from './escape.ts';

/** The fields of pino's JSON lines that are shown in a terminal. */
interface Entry {
  level: number;
  time: number;
  msg: string;
  /** These four fields belong to a request (request-log.ts). */
  method?: string;
  url?: string;
  status?: number;
  ms?: number;
  err?: { stack: string };
}

const warning = 40;

/** Formats the log for a terminal: one short line for each request and message, and full stacks. */
export function terminalLog(out: Output): Writable {
  return new Writable({
    decodeStrings: false,
    write(line: string, _encoding, done) {
      const text = toText(JSON.parse(line));
      if (text) out.write(`${text}\n`);
      done();
    },
  });
}

function toText({ level, time, msg, method, url = '', status, ms, err }: Entry): string | undefined {
  if (msg.startsWith('Server listening')) return undefined; // main.ts prints the address
  const clock = styleText('dim', new Date(time).toLocaleTimeString('sv'));
  if (method && status) {
    const colour = status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
    return `${clock} ${styleText(colour, String(status))} ${method} ${escapeText(url)} ${styleText('dim', `${ms} ms`)}`;
  }
  const message = (err ? `${msg}\n${err.stack}` : msg).split('\n').map(escapeText).join('\n');
  return `${clock} ${level >= warning ? styleText('yellow', message) : message}`;
}
