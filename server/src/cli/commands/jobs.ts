import { discardJob, eachJob, type JobEntry, retryJob } from '../../platform/jobs/admin.ts';
import { escapeText } from '../../platform/log/escape.ts';
import { CommandFailure, command, output, subcommands } from '../command.ts';
import { withDatabase } from '../database.ts';

const help = `Manages background jobs, such as the deletion of an account.

  dev-connector jobs list         list all jobs, oldest first: id, state, time, kind, attempts, last error
  dev-connector jobs retry ID     run a job now, and reset its attempts
  dev-connector jobs discard ID   delete a job without running it

  --json   print JSON; with list, one object per line

A job is waiting (the time is its next run), running (the time is the end of its lease) or parked: all its attempts have failed.
Retry parked jobs when the cause is fixed. The site runs a retried job within 10 seconds. Recurring jobs come back at the next start.`;

const list = command({
  help,
  positionals: ['list'],
  options: { json: { type: 'boolean' } },
  async run({ json }) {
    await withDatabase(async (db) => {
      for await (const job of eachJob(db)) output(json, toJson(job), escapeText(toLine(job)));
    });
  },
});

const changes = { retry: retryJob, discard: discardJob };

const change = command({
  help,
  positionals: ['subcommand', 'ID'],
  options: { json: { type: 'boolean' } },
  async run({ json }, [subcommand = '', id = '']) {
    await withDatabase(async (db) => {
      if (!(await changes[subcommand as keyof typeof changes](db, id)))
        throw new CommandFailure(`There is no job with the id "${id}", or it is running.`);
      const done = subcommand === 'retry' ? 'The job runs within 10 seconds if the site is running.' : 'Discarded the job.';
      output(json, { id, done: subcommand }, done);
    });
  },
});

export const jobs = subcommands('jobs', { list, retry: change, discard: change });

const date = (instant: number) => new Date(instant).toISOString();
const toJson = ({ at, payload, ...job }: JobEntry) => ({ ...job, at: date(at), payload: JSON.parse(payload) });
const toLine = ({ id, state, at, kind, attempts, lastError }: JobEntry) =>
  `${id}  ${state.padEnd(7)}  ${date(at).slice(0, 19)}Z  ${kind}  ${attempts}${lastError ? `  ${lastError}` : ''}`;
