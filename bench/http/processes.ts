import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Replies } from './limit.ts';
import type { Order, Outcome } from './load.ts';

export const root = join(import.meta.dirname, '../..');

/** A process that listens on this machine. */
export interface Server {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

const stopping = (child: ChildProcess, signal: NodeJS.Signals) => async () => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
};

/** Our site as `npm start` runs it, over this environment; its log goes to a file, as a service's does. `milliseconds` passed until it was ready. */
export async function startSite(environment: NodeJS.ProcessEnv, flags: string[] = []): Promise<Server & { milliseconds: number }> {
  const log = join(mkdtempSync(join(tmpdir(), 'dev-connector-bench-')), 'log');
  const out = openSync(log, 'w');
  const began = performance.now();
  const child = spawn(process.execPath, [...flags, join(root, 'server/start.js'), 'start'], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      HOST: '127.0.0.1',
      NODE_ENV: 'production',
      RATE_LIMITS: 'off',
      PUBLIC_URL: 'http://localhost', // one origin whatever the port is, because the names of pages hold it
      ...environment,
    },
    stdio: ['ignore', out, 'inherit'],
  });
  closeSync(out);
  let port: string | undefined;
  while (!port) {
    await setTimeout(2);
    if (child.exitCode !== null) throw new Error(`The site ended (${child.exitCode}) instead of starting:\n${readFileSync(log)}`);
    port = /Dev Connector is at http:\/\/[^:]+:(\d+)/.exec(readFileSync(log, 'utf8'))?.[1];
  }
  const milliseconds = performance.now() - began;
  const stop = stopping(child, 'SIGTERM');
  return {
    port: Number(port),
    pid: child.pid as number,
    milliseconds,
    async stop() {
      await stop();
      rmSync(dirname(log), { recursive: true });
    },
  };
}

/** The limit server that answers with these replies. */
export async function startLimit(replies: Replies): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'limit.ts'), { env: { PATH: process.env.PATH, NODE_ENV: 'production' } });
  child.send(replies);
  const [port] = await once(child, 'message');
  return { port, pid: child.pid as number, stop: stopping(child, 'SIGKILL') };
}

export interface Client {
  ask(order: Order): Promise<Outcome>;
  stop(): Promise<void>;
}

/** The client's process; it does one order after the other. */
export function startClient(): Client {
  const child = fork(join(import.meta.dirname, 'load.ts'));
  const ended = once(child, 'exit').then(() => {
    throw new Error('The client ended');
  });
  ended.catch(() => {});
  return {
    async ask(order) {
      child.send(order);
      const [outcome] = await Promise.race([once(child, 'message'), ended]);
      return outcome;
    },
    stop: stopping(child, 'SIGKILL'),
  };
}

/** Milliseconds that all threads of a process have run, by the scheduler's books (Linux). */
export function processorTime(pid: number): number {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      // the thread has ended meanwhile
    }
  }
  return nanoseconds / 1e6;
}

/** Megabytes that a process holds in memory (Linux). */
export const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
