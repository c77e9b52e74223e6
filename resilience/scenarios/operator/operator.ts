import { progress, Report, type Scenario, withCleanup } from '../../scenario.ts';
import { diskFaults } from './disks.ts';
import type { OperatorFault } from './fault.ts';
import { fileFaults } from './files.ts';
import { canMount } from './mounts.ts';
import { postgresFaults } from './postgres.ts';

const faults: OperatorFault[] = [...fileFaults, ...diskFaults, ...postgresFaults];

/** Causes faults of disks and databases, and prints what the admin reads, what happens to data, and how the site comes back. */
export const operator: Scenario = {
  promise: 'a fault of a disk or database loses no acknowledged write, names its remedy, and ends with its cause',
  async run() {
    const report = new Report();
    const mounting = canMount();
    let done = 0;
    for (const fault of faults) {
      if (fault.mounts && !mounting) continue;
      progress(fault.name);
      const checks = new Report();
      const outcome = await withCleanup((cleanup) => fault.run(checks, cleanup)).catch((error: Error) => {
        checks.check(false, error.stack ?? String(error));
      });
      for (const failure of checks.failures) report.check(false, `${fault.name}: ${failure}`);
      if (!outcome) continue;
      report.check(outcome.reads !== '', `${fault.name}: the admin reads nothing`);
      console.log(`  | ${fault.name} | ${outcome.reads} | ${outcome.data} | ${outcome.comesBack} |`);
      done++;
    }
    const left = mounting ? '' : '; those that need mounts were left out';
    report.figure(`${done} faults: no acknowledged write lost, each message names the remedy${left}`);
    return report;
  },
};
