import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { databaseFolder } from '../../src/platform/db/open.ts';
import { onCleanup } from '../cleanup.ts';

test('free space is measured where the database is, also behind a symbolic link', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dev-connector-folder-')));
  onCleanup(() => rmSync(folder, { recursive: true }));
  const [dataDir, disk] = [join(folder, 'data'), join(folder, 'disk')];
  mkdirSync(dataDir);
  mkdirSync(disk);
  expect(databaseFolder({ dataDir })).toBe(dataDir);
  writeFileSync(join(disk, 'site.db'), '');
  symlinkSync(join(disk, 'site.db'), join(dataDir, 'dev-connector.db'));
  expect(databaseFolder({ dataDir })).toBe(disk);
  expect(databaseFolder({ dataDir, databaseUrl: 'postgres://host/site' })).toBe(dataDir);
});
