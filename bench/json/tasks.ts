import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds that have passed, and of them those that the thread had a processor for. */
  dur?: number;
  tdur?: number;
  args: { name?: string };
}

/**
 * The longest task of the page's main thread while `act` runs, as milliseconds of processor time: how long the page would be held up on a machine that has nothing else to
 * do. What passes on a clock meanwhile, other programs' share included, is the gap that the page itself sees.
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
