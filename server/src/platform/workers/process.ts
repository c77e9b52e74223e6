import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { type TaskWorker, toTaskWorker } from './task-worker.ts';

/** Megabytes of the V8 heap. Image libraries allocate outside it. */
const heap = 128;

/**
 * Starts a process that runs `program`, which calls `runTasks`. For native libraries: a crash does not end the site. The process
 * has no environment variables, so none of the site's secrets, and ends with the site.
 */
export function startProcess<Task>(program: URL): TaskWorker<Task> {
  const child = fork(program, [], {
    env: {},
    execArgv: [`--max-old-space-size=${heap}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.unref(); // an idle process must not keep the site alive
  child.channel?.unref();
  return toTaskWorker<Task>(child, {
    send: (task) => child.send(task as object),
    cpuTime: () => cpuTime(child.pid),
    async end() {
      child.kill('SIGKILL');
      await exited;
    },
  });
}

/** CPU time of a process in milliseconds. Only Linux tells it; 0 elsewhere. */
async function cpuTime(pid = 0): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number); // in hundredths of a second
  return user === undefined || system === undefined ? 0 : (user + system) * 10;
}
