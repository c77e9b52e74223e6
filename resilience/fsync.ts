import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { address, caller } from './calls.ts';
import type { Member } from './members.ts';
import { type Environment, startSite } from './site.ts';

/** Counts the server's fsync calls with strace, for sequential and for concurrent writes. Returns a phrase. */
export async function countSyncs(settings: Environment, [member]: Member[]): Promise<string> {
  if (spawnSync('strace', ['-V']).status !== 0) return 'fsync not counted: strace is not installed';
  const site = await startSite(settings);
  const call = caller(site.url, 100);
  const post = (text: string, index: number) =>
    call('POST', '/api/posts', { token: member?.token ?? '', from: address(index), body: { text } });
  try {
    const sequential = await during(site.pid, async () => {
      for (let index = 0; index < 20; index++) await post('Sequential', index);
    });
    const concurrent = await during(site.pid, () => Promise.all(Array.from({ length: 200 }, (_, index) => post('Concurrent', index))));
    if (sequential === undefined || concurrent === undefined) return 'fsync not counted: strace may not attach';
    return `20 sequential writes: ${sequential} fsync; 200 concurrent: ${concurrent}`;
  } finally {
    call.close();
    await site.kill();
  }
}

async function during(pid: number, work: () => Promise<unknown>): Promise<number | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'dev-connector-strace-'));
  const log = join(folder, 'log');
  const tracer = spawn('strace', ['-f', '-e', 'trace=fsync,fdatasync', '-o', log, '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => tracer.once('exit', resolve));
  try {
    const attached = await Promise.race([
      new Promise<boolean>((resolve) => tracer.stderr.on('data', (chunk) => /attached/.test(String(chunk)) && resolve(true))),
      ended.then(() => false),
    ]);
    if (!attached) return undefined;
    await work();
    tracer.kill('SIGINT');
    await ended;
    return readFileSync(log, 'utf8').match(/\bf(data)?sync\(/g)?.length ?? 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
