import { Writable } from 'node:stream';
import { styleText } from 'node:util';

/** What pino writes, one JSON object a line; only the parts that a person at a terminal wants to see. */
interface Entry {
  level: number;
  time: number;
  msg: string;
  reqId?: string;
  req?: { method: string; url: string };
  res?: { statusCode: number };
  responseTime?: number;
  err?: { stack: string };
}

const warning = 40;

/** A log for people: one short line for each answered request and each message, stacks in full. */
export function terminalLog(out: NodeJS.WritableStream): Writable {
  const requests = new Map<string, string>();
  return new Writable({
    decodeStrings: false,
    write(line: string, _encoding, done) {
      const text = toText(JSON.parse(line), requests);
      if (text) out.write(`${text}\n`);
      done();
    },
  });
}

function toText({ level, time, msg, reqId = '', req, res, responseTime, err }: Entry, requests: Map<string, string>): string | undefined {
  if (req && !res && !err) {
    requests.set(reqId, `${req.method} ${req.url}`);
    return undefined;
  }
  if (msg.startsWith('Server listening')) return undefined; // main.ts says it
  const clock = styleText('dim', new Date(time).toLocaleTimeString('sv'));
  if (res && responseTime !== undefined) {
    const request = requests.get(reqId) ?? '';
    requests.delete(reqId);
    const status = styleText(res.statusCode >= 500 ? 'red' : res.statusCode >= 400 ? 'yellow' : 'green', String(res.statusCode));
    return `${clock} ${status} ${request} ${styleText('dim', `${Math.round(responseTime)} ms`)}`;
  }
  const message = err ? `${msg}\n${err.stack}` : msg;
  return `${clock} ${level >= warning ? styleText('yellow', message) : message}`;
}
