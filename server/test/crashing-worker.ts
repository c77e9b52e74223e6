import { answerJobs } from '../src/platform/rendering/answer-jobs.ts';

/* A program for process.test.ts: each job is the name of what it does. */
answerJobs<string>(async (job) => {
  if (job === 'crash') process.kill(process.pid, 'SIGKILL');
  if (job === 'die afterwards') setImmediate(() => process.kill(process.pid, 'SIGKILL'));
  if (job === 'wait') await new Promise(() => {});
  if (job === 'loop') for (;;);
  return job === 'refuse' ? { refused: 'imageInvalid' } : Buffer.from(JSON.stringify({ job, environment: Object.keys(process.env) }));
});
