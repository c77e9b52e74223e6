import { discardJob, eachJob, type JobEntry, retryJob } from '../../jobs/admin.ts';
import { escapeJson, escapeText } from '../../log/escape.ts';
import { siteEnvironment } from '../../process/settings-file.ts';
import { readSettings } from '../../settings.ts';
import { type Command, CommandFailure, command, print, printJson, UsageError } from '../command.ts';
import { withDatabase } from '../database.ts';

const help = `Manages background jobs, such as the deletion of an account.

  dev-connector jobs list         list all jobs, oldest first: id, state, time, kind, attempts, last error
  dev-connector jobs retry ID     run a job now, with all its attempts
  dev-connector jobs discard ID   delete a job without running it

  --json   print JSON; with list, one object per line

A job is waiting (the time is its next run), running (the time is the end of its lease) or parked: all its attempts have failed.
Retry parked jobs when the cause is fixed. The site runs a retried job within 10 seconds. Recurring jobs come back at the next start.`;

const list = command({
  help,
  positionals: ['list'],
  options: { json: { type: 'boolean' } },
  async run({ json = false }) {
    await withDatabase(readSettings(siteEnvironment()), async (db) => {
      for await (const job of eachJob(db)) print(json ? escapeJson(toJson(job)) : escapeText(toLine(job)));
    });
  },
});

const tasks = { retry: retryJob, discard: discardJob };

const change = command({
  help,
  positionals: ['list, retry or discard', 'ID'],
  options: { json: { type: 'boolean' } },
  async run({ json = false }, [task = '', id = '']) {
    await withDatabase(readSettings(siteEnvironment()), async (db) => {
      if (!(await tasks[task as keyof typeof tasks](db, id))) throw new CommandFailure(`No job has the id "${id}", or it is running now.`);
      if (json) printJson({ id, done: task });
      else print(task === 'retry' ? 'The job runs within 10 seconds if the site is running.' : 'Discarded the job.');
    });
  },
});

export const jobs: Command = async (args) => {
  const task = args.find((arg) => !arg.startsWith('-'));
  if (task === 'list' || task === undefined) return list(args);
  if (!Object.hasOwn(tasks, task)) throw new UsageError(`Unknown command "jobs ${task}".`);
  return change(args);
};

const date = (instant: number) => new Date(instant).toISOString();
const toJson = ({ at, payload, ...job }: JobEntry) => ({ ...job, at: date(at), payload: JSON.parse(payload) });
const toLine = ({ id, state, at, kind, attempts, lastError }: JobEntry) =>
  `${id}  ${state.padEnd(7)}  ${date(at).slice(0, 19)}Z  ${kind}  ${attempts}${lastError ? `  ${lastError}` : ''}`;
