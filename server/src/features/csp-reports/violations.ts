import { type Context, perContext } from '../../platform/context.ts';
import type { Report, Violation } from './violation.ts';

const hour = 3_600_000; // ms
/** Maximum numbers of different violations that are logged per hour, in all and from one network. Anyone can send reports. */
const maxKinds = 50;
const maxKindsOfNetwork = 10;

/** The reports of violations: counts for the metrics, and lines of the log. */
export interface Violations {
  /** Numbers of reports in this process by directive and `from`. */
  counts: Map<string, { directive: string; from: Report['from']; count: number }>;
  /**
   * Counts a report. Logs a violation of the site, and its repetitions once at the end of the hour: violations with the same directive, blocked resource and source
   * are the same.
   */
  add(report: Report, network: string): void;
  /** Logs the repetitions. */
  close(): void;
}

export const violationsOf = perContext(createViolations);

function createViolations({ log }: Context): Violations {
  const counts: Violations['counts'] = new Map();
  const kinds = new Map<string, { violation: Violation; more: number }>();
  const kindsOfNetworks = new Map<string, number>();
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  const event = 'policyViolated';

  function count({ from, violation: { directive } }: Report): void {
    const key = `${directive} ${from}`;
    const counter = counts.get(key) ?? { directive, from, count: 0 };
    counts.set(key, counter);
    counter.count++;
  }

  function logRepetitions(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const { violation, more } of kinds.values()) if (more > 0) log.warn({ event, ...violation, more }, 'repeated');
    if (dropped > 0) log.warn({ event, more: dropped }, 'further violations were counted, not logged');
    dropped = 0;
    kinds.clear();
    kindsOfNetworks.clear();
  }

  return {
    counts,
    add(report, network) {
      count(report);
      if (report.from !== 'site') return;
      timer ??= setTimeout(logRepetitions, hour).unref();
      const { violation } = report;
      const key = JSON.stringify([violation.directive, violation.blocked, violation.source, violation.sink]);
      const known = kinds.get(key);
      const kindsOfNetwork = kindsOfNetworks.get(network) ?? 0;
      if (known) known.more++;
      else if (kinds.size >= maxKinds || kindsOfNetwork >= maxKindsOfNetwork) dropped++;
      else {
        kinds.set(key, { violation, more: 0 });
        kindsOfNetworks.set(network, kindsOfNetwork + 1);
        log.warn({ event, ...violation }, 'the content security policy was violated');
      }
    },
    close: logRepetitions,
  };
}
