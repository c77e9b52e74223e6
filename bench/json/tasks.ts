import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Duration in wall-clock and in processor time, in microseconds. */
  dur?: number;
  tdur?: number;
  args: { name?: string };
}

/**
 * Returns the longest task of the page's main thread while `act` runs, in milliseconds of processor time. Unlike a gap between timers, it
 * does not include the load of other programs.
 */
export async function longestTask(browser: Browser, page: Page, act: () => Promise<unknown>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel'] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mainThreads = new Set(traceEvents.filter(({ args }) => args.name === 'CrRendererMain').map(thread));
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && mainThreads.has(thread(event)));
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0);
}

const thread = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
