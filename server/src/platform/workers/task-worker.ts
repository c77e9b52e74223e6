import type { EventEmitter } from 'node:events';
import type { ErrorName } from '@dev-connector/contract';

/** An expected error, with a message that replaces that of the catalogue. */
export interface Refusal {
  refused: ErrorName;
  msg?: string;
}

/** The output, an expected error, or an unexpected one. */
export type TaskResult = { output: Uint8Array } | Refusal | TaskFailure;

interface TaskFailure {
  failed: string;
  isTooSlow?: boolean;
  /** Whether the thread or process ended unexpectedly, before the task or during it. */
  isDead?: boolean;
  /** Whether it ended before it was ready, for example because a library is not installed. */
  cannotStart?: boolean;
}

/** A worker thread or process that runs one task at a time (run-tasks.ts). */
export interface TaskWorker<Task> {
  /** Resolves when it has loaded its modules or failed. This time is no part of the time of a task. */
  ready: Promise<void>;
  /** Whether it has ended or failed, and cannot run any more tasks. */
  hasFailed(): boolean;
  /** Resolves to `failed` if the task throws, it exits or a time limit is exceeded. The caller must then end it. */
  run(task: Task, time: TaskTime): Promise<TaskResult>;
  end(): Promise<void>;
}

/** Time limits of a task in milliseconds: CPU time, and elapsed time, which is longer on a busy machine. */
export interface TaskTime {
  cpu: number;
  wall: number;
}

/** Maximum milliseconds until a thread or process is ready. Starting takes seconds on a busy machine. */
export const startTimeout = 10_000;

/** Interval at which the CPU time is read (milliseconds). */
const cpuPollInterval = 100;

/** The operations that differ between threads and processes. */
interface Operations<Task> extends Pick<TaskWorker<Task>, 'end'> {
  send(task: Task): void;
  /** Returns the CPU time so far in milliseconds. May reject once it has ended. */
  cpuTime(): Promise<number>;
}

/** Returns the worker of a started thread or process, which emits `message`, `error` and `exit`. */
export function toTaskWorker<Task>(started: EventEmitter, { send, cpuTime, end }: Operations<Task>): TaskWorker<Task> {
  const ready = Promise.withResolvers<void>();
  let answer = Promise.withResolvers<TaskResult>();
  let failure: TaskFailure | undefined;
  let isReady = false;
  const fail = (reason: unknown, details: Omit<TaskFailure, 'failed'> = {}) => {
    failure ??= { failed: String(reason), ...details };
    ready.resolve();
    answer.resolve(failure);
  };
  started.on('message', (message: TaskResult | 'ready') => {
    if (message !== 'ready') return answer.resolve(message);
    isReady = true;
    ready.resolve();
  });
  // Of a process that has died, sending may fail before `exit`.
  started.on('error', (error) => fail(error, { isDead: isReady, cannotStart: !isReady }));
  started.on('exit', (code, signal) => fail(`exited with ${signal ?? code}`, { isDead: true, cannotStart: !isReady && !signal }));
  const startTimer = setTimeout(fail, startTimeout, `not started within ${startTimeout} ms`).unref();
  ready.promise.then(() => clearTimeout(startTimer));

  return {
    ready: ready.promise,
    hasFailed: () => failure !== undefined,
    async run(task, { cpu, wall }) {
      await ready.promise;
      if (failure) return failure;
      answer = Promise.withResolvers<TaskResult>();
      const timer = setTimeout(fail, wall, `more than ${wall} ms`);
      let start: number | undefined; // read at the first interval, because most tasks are shorter and reading interrupts a thread
      const checkTime = (now: number) => {
        start ??= now;
        if (now - start > cpu) fail(`more than ${cpu} ms of CPU time`, { isTooSlow: true });
      };
      const ignore = () => {}; // it has ended, which `exit` reports
      const cpuTimer = setInterval(() => cpuTime().then(checkTime, ignore), cpuPollInterval);
      send(task);
      const result = await answer.promise;
      clearTimeout(timer);
      clearInterval(cpuTimer);
      return result;
    },
    end,
  };
}
