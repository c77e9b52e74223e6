import { startProcesses } from '../site/processes.ts';
import { visitWithTwoBrowsers } from '../two-browsers.ts';
import { test } from './test.ts';

test('two browsers see each other’s changes at once, on two processes', async ({ engineBrowser, otherBrowser }) => {
  const processes = await startProcesses('postgres', 2);
  try {
    await visitWithTwoBrowsers(processes, engineBrowser.newTab, otherBrowser.newTab);
  } finally {
    await processes.stop();
  }
});
