import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { buildKernel } from './build.ts';

describe('the kernel', () => {
  it('is embedded in a module as it was compiled', async () => {
    const bytes = await buildKernel();
    expect(bytes).toEqual(new Uint8Array(readFileSync(new URL('../build/kernel.wasm', import.meta.url))));
    const embedded = (await import(new URL('../build/kernel.js', import.meta.url).href)) as { kernelBytes: Uint8Array };
    expect(embedded.kernelBytes).toEqual(bytes);
  });

  it('runs in a worker', async () => {
    const source = `
      const { parentPort } = require('node:worker_threads');
      import('${new URL('index.ts', import.meta.url).href}').then(({ formatText }) => parentPort.postMessage(formatText('[1]')));
    `;
    const worker = new Worker(source, { eval: true });
    const answer = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
    expect(answer).toEqual({ ok: true, text: '[\n  1\n]' });
    await worker.terminate();
  });
});
