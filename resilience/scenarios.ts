import type { Scenario } from './scenario.ts';
import { database } from './scenarios/database.ts';
import { foreignLock } from './scenarios/foreign-lock.ts';
import { fullSite } from './scenarios/full-site/full-site.ts';
import { fuzz } from './scenarios/fuzz/fuzz.ts';
import { hostileInput } from './scenarios/hostile-input/hostile-input.ts';
import { jobsKill } from './scenarios/jobs/kill.ts';
import { jobsProcesses } from './scenarios/jobs/processes.ts';
import { kill } from './scenarios/kill.ts';
import { lateBody } from './scenarios/late-body.ts';
import { lockOut } from './scenarios/lock-out.ts';
import { mailKill } from './scenarios/mail-kill.ts';
import { oneAddress } from './scenarios/one-address.ts';
import { operator } from './scenarios/operator/operator.ts';
import { overload } from './scenarios/overload.ts';
import { payloads } from './scenarios/payloads/payloads.ts';
import { queues } from './scenarios/queues.ts';
import { races } from './scenarios/races.ts';
import { rolling } from './scenarios/rolling.ts';
import { signIn } from './scenarios/sign-in.ts';
import { slow } from './scenarios/slow.ts';
import { unit } from './scenarios/unit/unit.ts';
import { uploads } from './scenarios/uploads.ts';
import { withheldBodies } from './scenarios/withheld-bodies.ts';

/** Every scenario by its command-line name. */
export const scenarios: Record<string, Scenario> = {
  kill,
  overload,
  fuzz,
  races,
  rolling,
  database,
  slow,
  payloads,
  'sign-in': signIn,
  'full-site': fullSite,
  uploads,
  unit,
  'one-address': oneAddress,
  'lock-out': lockOut,
  'hostile-input': hostileInput,
  'late-body': lateBody,
  'foreign-lock': foreignLock,
  operator,
  queues,
  'withheld-bodies': withheldBodies,
  'jobs-kill': jobsKill,
  'jobs-processes': jobsProcesses,
  'mail-kill': mailKill,
};
