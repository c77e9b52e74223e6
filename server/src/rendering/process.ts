import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { cpuPollInterval, type RenderResult, type RenderThread, startTimeout } from './thread.ts';

/** Megabytes of the V8 heap. Image libraries allocate outside it. */
const heap = 128;

/**
 * Starts a process that runs `program`, which calls `answerJobs`. For native libraries: a crash does not end the site. The process
 * has no environment variables, so none of the site's secrets, and ends with the site.
 */
export function startProcess<Job>(program: URL): RenderThread<Job> {
  const child = fork(program, [], {
    env: {},
    execArgv: [`--max-old-space-size=${heap}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ready = Promise.withResolvers<void>();
  const exited = Promise.withResolvers<void>();
  let answer = Promise.withResolvers<RenderResult>();
  let failed: string | undefined;
  const fail = (reason: unknown) => {
    failed = String(reason);
    ready.resolve();
    answer.resolve({ failed });
  };
  child.on('message', (message: RenderResult | 'ready') => (message === 'ready' ? ready.resolve() : answer.resolve(message)));
  child.on('error', fail);
  child.on('exit', (code, signal) => {
    fail(`the process exited with ${signal ?? code}`);
    exited.resolve();
  });
  child.unref(); // an idle process must not keep the site alive
  child.channel?.unref();
  const startTimer = setTimeout(fail, startTimeout, `not started within ${startTimeout} ms`).unref();
  ready.promise.then(() => clearTimeout(startTimer));

  return {
    ready: ready.promise,
    async render(job, { cpu, wall }) {
      await ready.promise;
      if (failed !== undefined) return { failed };
      answer = Promise.withResolvers<RenderResult>();
      const timer = setTimeout(fail, wall, `more than ${wall} ms`);
      let start: number | undefined;
      const cpuTimer = setInterval(async () => {
        const now = await cpuTime(child.pid);
        start ??= now;
        if (now - start > cpu) fail(`more than ${cpu} ms of CPU time`);
      }, cpuPollInterval);
      child.send(job as object, (error) => error && fail(error));
      const result = await answer.promise;
      clearTimeout(timer);
      clearInterval(cpuTimer);
      return result;
    },
    async end() {
      child.kill('SIGKILL');
      await exited.promise;
    },
  };
}

/** CPU time of a process in milliseconds. Only Linux tells it; 0 elsewhere. */
async function cpuTime(pid = 0): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number); // in hundredths of a second
  return user === undefined || system === undefined ? 0 : (user + system) * 10;
}
