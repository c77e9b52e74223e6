import { runTasks } from '../src/platform/workers/run-tasks.ts';

/* A program for process.test.ts and thread.test.ts: each task is the name of what it does. */
runTasks<string>(async (task) => {
  if (task === 'crash') process.kill(process.pid, 'SIGKILL');
  if (task === 'die afterwards') setImmediate(() => process.kill(process.pid, 'SIGKILL'));
  if (task === 'wait') await new Promise(() => {});
  if (task === 'loop') for (;;);
  return task === 'refuse' ? { refused: 'imageInvalid' } : Buffer.from(JSON.stringify({ task, environment: Object.keys(process.env) }));
});
