import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseFile } from '../../../server/src/platform/db/open.ts';
import { databaseOf, openOldDatabase, startSite } from '../../site.ts';
import { command, type OperatorFault, writer } from './fault.ts';
import { fill, remount, smallDisk } from './mounts.ts';

/** A data folder on a separate disk. */
async function dataOn(disk: string) {
  const settings = { DATA_DIR: join(disk, 'data'), RATE_LIMITS: 'off' };
  await (await databaseOf(settings)).close();
  return settings;
}

/** Bytes for the -shm file, without which SQLite does not open a database. */
const sharedMemory = 64 * 1024;

function versionOf({ DATA_DIR }: { DATA_DIR: string }): unknown {
  const database = new DatabaseSync(databaseFile(DATA_DIR), { readOnly: true });
  try {
    return database.prepare('pragma user_version').get()?.user_version;
  } finally {
    database.close();
  }
}

/** Disks that are full or become read-only. */
export const diskFaults: OperatorFault[] = [
  {
    name: 'SQLite: the disk is full while the site runs',
    mounts: true,
    async run(report, cleanup) {
      const disk = smallDisk(400, cleanup);
      const settings = await dataOn(disk);
      const site = await startSite({ ...settings, LOG_LEVEL: 'warn' });
      cleanup(() => site.kill());
      const { write, compare } = await writer(settings, site.url, cleanup);
      report.check((await write('before')) === 200, 'a write before the fault failed');
      const filled = fill(disk);
      let status = 200;
      for (let times = 0; times < 200 && status === 200; times++) status = await write(`during ${times}`, 40_000); // pages of the log that exist are used first
      report.check(status === 503, `a write on a full disk got ${status}`);
      await compare(report, 'on a full disk');
      const backup = await command(['backup', join(disk, 'backup.db')], settings);
      report.check(
        backup.code === 1 && /it needs about .+ MB, and .+ MB are free|its disk is full/.test(backup.text),
        `backup: ${backup.text}`,
      );
      filled.empty();
      report.check((await write('after')) === 200, 'a write after space was freed failed');
      await compare(report, 'after space was freed');
      const lines = site.errors().map((line) => JSON.parse(line).err?.message ?? JSON.parse(line).msg);
      return {
        reads: [...new Set<string>(lines)].join(' / '),
        data: 'reads go on; writes get 503 "too little disk space", none is acknowledged',
        comesBack: 'at once when there is space',
      };
    },
  },
  {
    name: 'SQLite: the disk is full at the start',
    mounts: true,
    async run(report, cleanup) {
      const disk = smallDisk(16, cleanup);
      const settings = await dataOn(disk);
      const filled = fill(disk);
      const started = await command(['start'], settings);
      report.check(started.code === 1 && started.text.includes('its disk is full'), `start: ${started.text}`);
      report.check(!/permission|restore a backup/.test(started.text), `start advises something else: ${started.text}`);
      const elsewhere = mkdtempSync(join(tmpdir(), 'dev-connector-backup-'));
      cleanup(() => rmSync(elsewhere, { recursive: true, force: true }));
      const backup = await command(['backup', join(elsewhere, 'backup.db')], settings);
      report.check(backup.code === 0, `a backup to another disk failed: ${backup.text}`);
      const doctor = await command(['doctor', '--offline'], settings);
      report.check(/^fault +disk/m.test(doctor.text), `doctor: ${doctor.text}`);
      filled.empty();
      await (await startSite(settings)).stop();
      return { reads: started.text, data: 'unchanged; backup to another disk works', comesBack: 'the next start, when there is space' };
    },
  },
  {
    name: 'SQLite: the disk is full during an upgrade',
    mounts: true,
    async run(report, cleanup) {
      const disk = smallDisk(16, cleanup);
      const settings = { DATA_DIR: join(disk, 'data'), RATE_LIMITS: 'off' };
      mkdirSync(settings.DATA_DIR);
      const old = await openOldDatabase(settings, 20);
      await old.run`insert into users (id, name, email, email_key, password_hash, created_at) values ('a', 'Ada', 'a', 'a', '', 0)`;
      await old.close();
      const filled = fill(disk, sharedMemory);
      const started = await command(['start'], settings);
      report.check(started.code === 1 && started.text.includes('disk is full'), `start: ${started.text}`);
      report.check(!/permission|restore a backup/.test(started.text), `start advises something else: ${started.text}`);
      report.check(versionOf(settings) === 20, `the database is at version ${versionOf(settings)} after the refused start`);
      const copies = readdirSync(settings.DATA_DIR).filter((name) => name.includes('.before-'));
      report.check(copies.length === 0, `the refused start left ${copies}`);
      filled.empty();
      await (await startSite(settings)).stop();
      const upgraded = await databaseOf(settings);
      const { members } = (await upgraded.get<{ members: number }>`select count(*) as members from users`) ?? { members: 0 };
      await upgraded.close();
      report.check(members === 1, `${members} members after the upgrade`);
      return { reads: started.text, data: 'the database stays at its version', comesBack: 'the next start, when there is space' };
    },
  },
  {
    name: 'SQLite: the disk of a restore is full',
    mounts: true,
    async run(report, cleanup) {
      const [disk, source] = [smallDisk(2, cleanup), smallDisk(64, cleanup)];
      const settings = await dataOn(source);
      const backup = join(source, 'backup.db');
      report.check((await command(['backup', backup], settings)).code === 0, 'a backup failed');
      const filled = fill(disk);
      const target = { DATA_DIR: join(disk, 'data') };
      const restored = await command(['restore', backup], target);
      report.check(restored.code === 1 && /disk is full/.test(restored.text), `restore: ${restored.text}`);
      filled.empty();
      report.check((await command(['restore', backup], target)).code === 0, 'a restore with enough space failed');
      return { reads: restored.text, data: 'the target is unchanged', comesBack: 'restore again' };
    },
  },
  {
    name: 'SQLite: the disk is read-only at the start',
    mounts: true,
    async run(report, cleanup) {
      const disk = smallDisk(400, cleanup);
      const settings = await dataOn(disk);
      const site = await startSite({ ...settings, LOG_LEVEL: 'warn' });
      await site.stop(); // an open file for writing prevents a remount: the site meets a read-only disk at its start
      remount(disk, 'ro');
      const started = await command(['start'], settings);
      remount(disk, 'rw');
      report.check(started.code === 1 && /read-only/.test(started.text), `start: ${started.text}`);
      report.check(!started.text.includes('restore a backup'), `start advises something else: ${started.text}`);
      remount(disk, 'ro');
      const elsewhere = mkdtempSync(join(tmpdir(), 'dev-connector-backup-'));
      cleanup(() => rmSync(elsewhere, { recursive: true, force: true }));
      const backup = await command(['backup', join(elsewhere, 'backup.db')], settings);
      report.check(backup.code === 0, `a backup from a read-only disk failed: ${backup.text}`);
      remount(disk, 'rw');
      await (await startSite(settings)).stop();
      return { reads: started.text, data: 'unchanged; backup reads it', comesBack: 'the next start, when the disk can be written' };
    },
  },
];
