import { openTab } from '../engines/drivers/chromium.ts';
import { startProcesses } from '../site/processes.ts';
import { test } from '../test.ts';
import { visitWithTwoBrowsers } from '../two-browsers.ts';

/* Processes as an admin starts them: two that share a PostgreSQL database, or one with SQLite. */

test('two browsers see each other’s changes at once, also on two processes', { tag: '@engines' }, async ({ browser, siteName }) => {
  const processes = await startProcesses(siteName === 'postgres' ? 'postgres' : 'sqlite', siteName === 'postgres' ? 2 : 1);
  try {
    const newTab = (url: string) => openTab(browser, url);
    await visitWithTwoBrowsers(processes, newTab, newTab);
  } finally {
    await processes.stop();
  }
});
