import { createContext, Script } from 'node:vm';

/** Maximum elapsed time in milliseconds, on a very busy machine. */
const maxElapsed = 1_000;

const context = createContext();
const script = new Script('work()');

/**
 * Runs tasks in order for at most `limit` milliseconds of processor time. Returns the number of tasks that are done. One task can spend seconds in a regular
 * expression, which only a timeout of `node:vm` interrupts. That is elapsed time, so the rest has a second, longer one if others used the processor too.
 */
export function runWithin(limit: number, tasks: Array<() => void>): number {
  let done = 0;
  context.work = () => {
    for (; done < tasks.length; done++) tasks[done]?.();
  };
  const { spent, elapsed } = runUntil(limit);
  if (done < tasks.length && spent < 0.8 * limit) runUntil((limit * elapsed) / spent);
  return done;
}

/** Returns the processor time of this thread so far, in milliseconds. */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Runs the work until a timeout. Returns the processor time and elapsed time in milliseconds. */
function runUntil(timeout: number): { spent: number; elapsed: number } {
  const [began, before] = [performance.now(), processorTime()];
  try {
    script.runInContext(context, { timeout: Math.ceil(Math.min(timeout, maxElapsed)) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
  }
  return { spent: processorTime() - before, elapsed: performance.now() - began };
}
