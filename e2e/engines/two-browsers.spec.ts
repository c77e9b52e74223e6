import { type Processes, startProcesses } from '../site/processes.ts';
import { visitWithTwoBrowsers } from '../two-browsers.ts';
import { test as base } from './test.ts';

const test = base.extend<object, { processes: Processes }>({
  processes: [
    async ({ engine: _engine }, use) => {
      const processes = await startProcesses('postgres', 2);
      await use(processes);
      await processes.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('two browsers see each other’s changes at once, on two processes', async ({ processes, engineBrowser, otherBrowser }) => {
  await visitWithTwoBrowsers(processes, engineBrowser.newTab, otherBrowser.newTab);
});
