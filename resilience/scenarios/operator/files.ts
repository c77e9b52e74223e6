import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { databaseFile } from '../../../server/src/platform/db/open.ts';
import { createDatabase, startSite } from '../../site.ts';
import { type OperatorFault, sentences, writer } from './fault.ts';

/** The database file under a running site. */
export const fileFaults: OperatorFault[] = [
  {
    name: 'SQLite: the file is moved and moved back',
    async run(report, cleanup) {
      const settings = await createDatabase('sqlite', cleanup);
      const site = await startSite({ ...settings, LOG_LEVEL: 'warn', RATE_LIMITS: 'off' });
      cleanup(() => site.kill());
      const { write, compare, call } = await writer(settings, site.url, cleanup);
      const file = databaseFile(settings.DATA_DIR ?? '');
      report.check((await write('before')) === 200, 'a write before the fault failed');
      renameSync(file, `${file}.moved`);
      report.check((await write('during')) === 503, 'a write into a moved file was not refused');
      const ready = await call('GET', '/readyz');
      report.check(ready.status === 503 && ready.text.includes('moved, replaced or deleted'), 'a site without its file says it is ready');
      renameSync(`${file}.moved`, file);
      report.check((await write('after')) === 200, 'a write after the file came back failed');
      await compare(report, 'after the file came back');
      return { reads: ready.json().msg, data: 'reads go on; writes get 503, none is acknowledged', comesBack: 'at once' };
    },
  },
  {
    name: 'SQLite: the file is deleted',
    async run(report, cleanup) {
      const settings = await createDatabase('sqlite', cleanup);
      const site = await startSite({ ...settings, LOG_LEVEL: 'warn', RATE_LIMITS: 'off' });
      cleanup(() => site.kill());
      const { write, compare } = await writer(settings, site.url, cleanup);
      const file = databaseFile(settings.DATA_DIR ?? '');
      report.check((await write('before')) === 200, 'a write before the fault failed');
      rmSync(file);
      report.check((await write('during')) === 503, 'a write into a deleted file was not refused');
      report.check((await write('later')) === 503, 'a second write into a deleted file was not refused'); // the log is truncated before it
      const logged = sentences(site.warnings(), /[^"]*moved, replaced or deleted.*?"cp .*? FILE\\" saves all data/);
      const source = /cp (\S+) FILE/.exec(logged)?.[1] ?? '';
      report.check(source !== '' || process.platform !== 'linux', 'the log does not name the command that saves a deleted file');
      if (source) copyFileSync(source, `${file}.saved`);
      await site.stop();
      if (source) renameSync(`${file}.saved`, file);
      const restarted = await startSite(settings);
      cleanup(() => restarted.kill());
      const { caller } = await import('../../calls.ts');
      const call = caller(restarted.url);
      cleanup(() => call.close());
      await compare(report, 'after a restart on the saved file', call);
      return {
        reads: logged.replaceAll('\\"', '"'),
        data: 'reads go on; writes get 503, none is acknowledged',
        comesBack: 'copy with that command, stop, rename the copy, start: nothing is lost',
      };
    },
  },
];
