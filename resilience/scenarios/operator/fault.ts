import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Call, caller } from '../../calls.ts';
import { createMembers, type Member } from '../../members.ts';
import type { Report } from '../../scenario.ts';
import type { Environment } from '../../site.ts';

export type Cleanup = (task: () => unknown) => void;

/** What a fault does to a site: one row of the table that the scenario prints. */
interface Outcome {
  /** What the admin reads. */
  reads: string;
  /** What happens to data, and to requests. */
  data: string;
  /** How it comes back. */
  comesBack: string;
}

/** A fault of a disk or database, and the code that causes it. It checks the outcome with `report.check`. */
export interface OperatorFault {
  name: string;
  /** Needs the right to mount file systems; left out where that is not permitted. */
  mounts?: true;
  run(report: Report, cleanup: Cleanup): Promise<Outcome>;
}

const program = join(import.meta.dirname, '../../../server/start.js');

/** Runs a command of the program as a person would; resolves with its exit code and everything it prints. */
export function command(args: string[], environment: Environment): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, AVATAR_SERVICE_URL: 'off', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  return new Promise((resolve, reject) => child.once('error', reject).once('close', (code) => resolve({ code, text: text.trim() })));
}

/** Writes posts of one member and knows which ones the site has acknowledged. */
export interface Writer {
  /** Returns the status of a write. A post of `size` characters. */
  write(text: string, size?: number): Promise<number>;
  /** Checks that the site has every acknowledged post, and none that it refused. */
  compare(report: Report, when: string, call?: Call): Promise<void>;
  call: Call;
  acknowledged: string[];
}

export async function writer(settings: Environment, url: string, cleanup: Cleanup): Promise<Writer> {
  const [member] = (await createMembers(settings, 1)) as [Member];
  const { token } = member;
  const call = caller(url);
  cleanup(() => call.close());
  const [acknowledged, refused]: [string[], string[]] = [[], []];
  return {
    call,
    acknowledged,
    async write(text, size = text.length) {
      const { status } = await call('POST', '/api/posts', { token, body: { text: text.padEnd(size, '.') } });
      (status === 200 ? acknowledged : refused).push(text);
      return status;
    },
    async compare(report, when, of = call) {
      const found = (await of('GET', '/api/posts?limit=100', { token })).json() as Array<{ text: string }>;
      const has = (text: string) => found.some((post) => post.text.startsWith(text));
      report.check(acknowledged.every(has), `${when}: an acknowledged post is missing`);
      report.check(!refused.some(has), `${when}: a refused post is there`);
    },
  };
}

/** The sentences about an error among log lines or other output, without the rest. */
export const sentences = (lines: string[], pattern: RegExp): string =>
  lines.map((line) => pattern.exec(line)?.[0]).find((text) => text !== undefined) ?? '';
