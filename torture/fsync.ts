import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { address, caller } from './calls.ts';
import type { Member } from './members.ts';
import { type Environment, startSite } from './site.ts';

/** Counts, with strace, how often the server has the kernel write to the disk while writes are acknowledged one by one and many at once. Says so in a phrase. */
export async function countSyncs(settings: Environment, [member]: Member[]): Promise<string> {
  if (spawnSync('strace', ['-V']).status !== 0) return 'fsync not counted: no strace here';
  const site = await startSite(settings);
  const call = caller(site.url, 100);
  const post = (text: string, index: number) =>
    call('POST', '/api/posts', { token: member?.token ?? '', from: address(index), body: { text } });
  try {
    const alone = await during(site.pid, async () => {
      for (let index = 0; index < 20; index++) await post('One by one', index);
    });
    const together = await during(site.pid, () => Promise.all(Array.from({ length: 200 }, (_, index) => post('Together', index))));
    if (alone === undefined || together === undefined) return 'fsync not counted: strace may not trace here';
    return `20 writes one by one: ${alone} fsync; 200 at once: ${together}`;
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
