import type { Reader } from '../../platform/db/db.ts';
import { readQueueState } from '../../platform/jobs/admin.ts';
import { counted } from '../figures.ts';
import { type Finding, findings } from './finding.ts';

/** Due jobs wait for seconds while the site runs. */
const maxDelay = 10 * 60_000; // ms

/** Reports parked jobs as a fault, and expired leases and late jobs as notes, because they are normal while the site does not run. */
export async function checkJobs(db: Reader): Promise<Finding[]> {
  const { due, scheduled, parked, expired, delay } = await readQueueState(db);
  const note = (message: string): Finding => ({ check: 'jobs', state: 'note', message });
  return [
    ...findings(
      'jobs',
      parked > 0
        ? [`${counted(parked, 'job')} failed too often and will not run again. See "dev-connector jobs list", then retry or discard.`]
        : [],
      `${due} due, ${scheduled} scheduled`,
    ),
    ...(expired > 0 ? [note(`${counted(expired, 'job')} did not finish because a process ended; the site runs them again`)] : []),
    ...(delay > maxDelay ? [note(`a job has been due for ${Math.round(delay / 60_000)} minutes; jobs run only while the site runs`)] : []),
  ];
}
