import { expect, test } from 'vitest';
import { DatabaseUnavailable, DatabaseUnusable, DiskFull } from '../../src/platform/db/db.ts';
import { explain, toError } from '../../src/platform/db/faults/fault.ts';
import { postgresFault } from '../../src/platform/db/faults/postgres.ts';
import { sqliteFault } from '../../src/platform/db/faults/sqlite.ts';
import { systemFault } from '../../src/platform/db/faults/system.ts';

/* What an admin reads about a failure of a database or a disk. */

const sqlite = (errcode: number) => sqliteFault({ errcode, message: 'SQLite' });
const postgres = (code: string, message = 'PostgreSQL') => postgresFault({ code, message });

test('every failure of SQLite that does not come from a statement has a message and a remedy', () => {
  const statement = [0, 1, 2, 4, 9, 12, 16, 19, 20, 21, 25]; // OK, ERROR, INTERNAL, ABORT, INTERRUPT, NOTFOUND, EMPTY, CONSTRAINT, MISMATCH, MISUSE, RANGE
  const codes = Array.from({ length: 27 }, (_, code) => code).filter((code) => !statement.includes(code));
  for (const code of codes)
    for (const extended of [code, code + 256 * 40]) // a kind that a later SQLite may add
      expect(sqlite(extended), String(extended)).toMatchObject({ problem: expect.any(String), remedy: expect.stringMatching(/\.$/) });
});

test.for<[number, RegExp]>([
  [13, /disk is full/],
  [4874, /disk is full/],
  [8, /read-only/],
  [520, /-wal that this user cannot read without write access/],
  [1032, /moved, replaced or deleted/],
  [778, /refused a write/],
  [1034, /failed to store a write/],
  [3850, /cannot be locked/],
  [266, /disk or its file system failed/],
  [14, /cannot be opened/],
  [526, /is a folder/],
  [11, /is damaged/],
  [779, /is damaged/],
  [26, /not a database/],
  [5, /locked by another program/],
  [517, /locked by another program/],
  [7, /no memory/],
])('explains the result code %i of SQLite', ([code, problem]) => {
  expect(sqlite(code)?.problem).toMatch(problem);
});

test.for<[string, RegExp]>([
  ['53100', /disk of its server is full/],
  ['53200', /no memory/],
  ['53300', /no more connections/],
  ['53400', /reached a limit/],
  ['57P01', /stops or restarts/],
  ['57P02', /stops or restarts/],
  ['57P03', /starts or recovers/],
  ['57P04', /does not exist/],
  ['57014', /in time/],
  ['25006', /read-only/],
  ['55P03', /locked by another session/],
  ['58030', /disk or file system/],
  ['XX001', /is damaged/],
  ['28P01', /password/],
  ['28000', /refuses the user/],
  ['3D000', /does not exist/],
  ['3F000', /schema/],
  ['42501', /right/],
  ['26000', /prepared statement/],
  ['08001', /connection broke/],
  ['08006', /connection broke/],
  ['08P01', /another protocol/],
  ['ECONNREFUSED', /nothing listens/],
  ['ENOTFOUND', /name of its host/],
  ['ETIMEDOUT', /does not answer/],
  ['ENOENT', /socket/],
  ['ECONNRESET', /connection broke/],
  ['SELF_SIGNED_CERT_IN_CHAIN', /TLS/],
])('explains the code %s of PostgreSQL', ([code, problem]) => {
  expect(postgres(code)?.problem).toMatch(problem);
});

test.for<[string, RegExp]>([
  ['timeout expired', /does not answer/],
  ['Connection terminated unexpectedly', /connection broke/],
  ['SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string', /password/],
  ['The server does not support SSL connections', /TLS/],
])('explains the error of the driver "%s"', ([message, problem]) => {
  expect(postgres('', message)?.problem).toMatch(problem);
});

test('advises to restore a backup only for a damaged database, and to change permissions only where they are missing', () => {
  const codes = Array.from({ length: 35 }, (_, kind) => Array.from({ length: 28 }, (_, code) => code + 256 * kind)).flat();
  for (const code of codes) {
    const fault = sqlite(code);
    if (fault?.remedy.includes('restore a backup')) expect([11, 24, 26, 10], String(code)).toContain(code & 0xff);
    if (fault?.full) expect(fault.remedy).not.toMatch(/allow|permission/i);
  }
});

test.for([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EROFS',
  'EACCES',
  'EPERM',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'ESTALE',
  'ENOMEM',
])('explains %s', (code) => {
  expect(systemFault({ code })).toMatchObject({ problem: expect.any(String), remedy: expect.stringMatching(/\.$/) });
});

test('names the file, its folder and the remedy', () => {
  const fault = sqlite(13);
  expect(fault && explain('The database file /data/dev.db', fault, new Error('database or disk is full'), '/data/dev.db')).toBe(
    'The database file /data/dev.db cannot be written, because its disk is full: database or disk is full. Free at least 200 MB on the disk of /data. A running site then writes again without a restart.',
  );
});

test('a failure that can pass is a DatabaseUnavailable, a full disk a DiskFull, and others are a DatabaseUnusable', () => {
  const errorOf = (fault = sqlite(0)) => fault && toError('The database', fault, new Error('cause'));
  expect(errorOf(sqlite(13))).toBeInstanceOf(DiskFull);
  expect(errorOf(postgres('53100'))).toBeInstanceOf(DiskFull);
  expect(errorOf(sqlite(8))).toBeInstanceOf(DatabaseUnavailable);
  expect(errorOf(postgres('57P03'))).toBeInstanceOf(DatabaseUnavailable);
  expect(errorOf(sqlite(11))).toBeInstanceOf(DatabaseUnusable);
});
