import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { RecordedResponses } from './baseline.ts';
import type { Outcome, Workload } from './load-generator.ts';

export const root = join(import.meta.dirname, '../..');

/** A server process on this machine. */
export interface Server {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

const stopper = (child: ChildProcess, signal: NodeJS.Signals) => async () => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
};

/**
 * Starts the site of a checkout as `npm start` does, with its log in a file, and waits until its first jobs have run: the site indexes a new community for its search.
 * `milliseconds` and `cpuTime` (ms) are from the start until it was ready.
 */
export async function startSite(
  environment: NodeJS.ProcessEnv,
  { flags = [], checkout = root }: { flags?: string[]; checkout?: string } = {},
): Promise<Server & { milliseconds: number; cpuTime: number }> {
  const log = join(mkdtempSync(join(tmpdir(), 'dev-connector-bench-')), 'log');
  const out = openSync(log, 'w');
  const began = performance.now();
  const child = spawn(process.execPath, [...flags, join(checkout, 'server/start.js'), 'start'], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      HOST: '127.0.0.1',
      NODE_ENV: 'production',
      RATE_LIMITS: 'off',
      AVATAR_SERVICE_URL: 'off',
      PUBLIC_URL: 'http://localhost', // one origin for all ports, because page URLs contain it
      ...environment,
    },
    stdio: ['ignore', out, 'inherit'],
  });
  closeSync(out);
  let port: string | undefined;
  while (!port) {
    await setTimeout(2);
    if (child.exitCode !== null) throw new Error(`The site exited with ${child.exitCode} at its start:\n${readFileSync(log)}`);
    port = /Dev Connector is at http:\/\/[^:]+:(\d+)/.exec(readFileSync(log, 'utf8'))?.[1];
  }
  const milliseconds = performance.now() - began;
  const cpuTime = processorTime(child.pid as number);
  await waitUntilIdle(child.pid as number);
  const stop = stopper(child, 'SIGTERM');
  return {
    port: Number(port),
    pid: child.pid as number,
    milliseconds,
    cpuTime,
    async stop() {
      await stop();
      rmSync(dirname(log), { recursive: true });
    },
  };
}

/** Waits until a process takes less than 50 ms of processor time in two seconds. */
async function waitUntilIdle(pid: number): Promise<void> {
  for (let before = -Infinity, now = processorTime(pid); now - before >= 50; ) {
    await setTimeout(2000);
    [before, now] = [now, processorTime(pid)];
  }
}

/** Starts the baseline server with recorded responses. */
export async function startBaseline(responses: RecordedResponses): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'baseline.ts'), { env: { PATH: process.env.PATH, NODE_ENV: 'production' } });
  child.send(responses);
  const [port] = await once(child, 'message');
  return { port, pid: child.pid as number, stop: stopper(child, 'SIGKILL') };
}

export interface LoadGenerator {
  run(workload: Workload): Promise<Outcome>;
  stop(): Promise<void>;
}

/** Starts the load generator, which runs one workload at a time. */
export function startLoadGenerator(): LoadGenerator {
  const child = fork(join(import.meta.dirname, 'load-generator.ts'));
  const exited = once(child, 'exit').then(() => {
    throw new Error('The load generator exited');
  });
  exited.catch(() => {});
  return {
    async run(workload) {
      child.send(workload);
      const [outcome] = await Promise.race([once(child, 'message'), exited]);
      return outcome;
    },
    stop: stopper(child, 'SIGKILL'),
  };
}

/** Returns the processor time of all threads of a process, in milliseconds, from the scheduler's statistics (Linux). */
export function processorTime(pid: number): number {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      // the thread has ended
    }
  }
  return nanoseconds / 1e6;
}

/** Returns the resident size of a process in megabytes (Linux). */
export const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
