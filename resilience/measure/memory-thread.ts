import { readFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { onStop } from './thread.ts';

/** Milliseconds between two measurements. */
const interval = 10;

const { pid, megabytes } = workerData as { pid: number; megabytes: number };
let peak = 0;

const timer = setInterval(() => {
  let status: string;
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return clearInterval(timer); // the process has exited, or there is no /proc
  }
  peak = Math.max(peak, Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  if (peak <= megabytes) return;
  clearInterval(timer);
  process.kill(pid, 'SIGKILL');
}, interval);

onStop(() => {
  clearInterval(timer);
  return Math.round(peak);
});
