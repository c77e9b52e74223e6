import { database } from './database.ts';
import { fullSite } from './full-site.ts';
import { fuzz } from './fuzz.ts';
import { hostileInput } from './hostile-input.ts';
import { jobsKill } from './jobs-kill.ts';
import { jobsProcesses } from './jobs-processes.ts';
import { kill } from './kill.ts';
import { lateBody } from './late-body.ts';
import { lockOut } from './lock-out.ts';
import { oneAddress } from './one-address.ts';
import { overload } from './overload.ts';
import { payloads } from './payloads.ts';
import { races } from './races.ts';
import { rolling } from './rolling.ts';
import type { Scenario } from './scenario.ts';
import { signIn } from './sign-in.ts';
import { slow } from './slow.ts';
import { uploads } from './uploads.ts';

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
  'one-address': oneAddress,
  'lock-out': lockOut,
  'hostile-input': hostileInput,
  'late-body': lateBody,
  'jobs-kill': jobsKill,
  'jobs-processes': jobsProcesses,
};
