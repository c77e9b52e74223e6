import { fork } from 'node:child_process';
import { type RenderResult, type RenderThread, startTimeout } from './thread.ts';

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
    async render(job, { wall }) {
      await ready.promise;
      if (failed !== undefined) return { failed };
      answer = Promise.withResolvers<RenderResult>();
      const timer = setTimeout(fail, wall, `more than ${wall} ms`);
      child.send(job as object, (error) => error && fail(error));
      const result = await answer.promise;
      clearTimeout(timer);
      return result;
    },
    async end() {
      child.kill('SIGKILL');
      await exited.promise;
    },
  };
}
