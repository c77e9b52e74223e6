import { type Fault, neededSpace } from './fault.ts';

/** Result codes of SQLite (sqlite.org/rescode.html). An extended code that is not listed has the fault of its primary code, the lowest byte. */
const faults: Array<Fault & { codes: number[] }> = [
  {
    codes: [13, 4874], // FULL, IOERR_SHMSIZE
    problem: 'cannot be written, because its disk is full',
    remedy: `Free at least ${neededSpace} on the disk of {folder}. A running site then writes again without a restart.`,
    temporary: true,
    full: true,
  },
  {
    codes: [8, 1544], // READONLY, READONLY_DIRECTORY
    problem: 'cannot be written, because it is read-only',
    remedy:
      'Allow the user of the site to write {file} and to create files in {folder}. If the disk is mounted read-only ("findmnt -T {folder}" shows it), remount it; after an error of the disk, check it first (dmesg).',
    temporary: true,
  },
  {
    codes: [264, 520, 776, 1288], // READONLY_RECOVERY, READONLY_CANTLOCK, READONLY_ROLLBACK, READONLY_CANTINIT
    problem: 'has writes in {file}-wal that this user cannot read without write access',
    remedy: 'Allow this user to write {file}, {file}-wal and {file}-shm, or run the command as their owner.',
    temporary: true,
  },
  {
    codes: [1032], // READONLY_DBMOVED
    problem: 'was moved, replaced or deleted while it was open',
    remedy: 'Move it back, or restart the site to use the file that is there now.',
    temporary: true,
  },
  {
    codes: [778, 1546, 5642], // IOERR_WRITE, TRUNCATE, SEEK
    problem: 'cannot be written, because the system refused a write',
    remedy:
      'Look for errors of the disk (dmesg), and check the quota of the user (quota) and its limit of file sizes (ulimit -f). Nothing of the failed write was stored.',
    temporary: true,
  },
  {
    codes: [1034, 1290], // IOERR_FSYNC, DIR_FSYNC
    problem: 'cannot be written, because the disk failed to store a write',
    remedy: 'Look for errors of the disk (dmesg), back up to another disk, and replace the disk. The failed write was not acknowledged.',
    temporary: true,
  },
  {
    codes: [2058, 2314, 2826, 3594, 3850, 5130], // IOERR_UNLOCK, RDLOCK, BLOCKED, CHECKRESERVEDLOCK, LOCK, SHMLOCK
    problem: 'cannot be locked, because its file system does not support it or failed',
    remedy: 'Move the data folder to a local disk: SQLite does not work on network file systems.',
    temporary: true,
  },
  {
    codes: [4618, 5386, 6154, 8714], // IOERR_SHMOPEN, SHMMAP, MMAP, IN_PAGE
    problem: 'cannot be used, because {file}-shm cannot be created or mapped',
    remedy: `Move the data folder to a local disk with at least ${neededSpace} free, and allow the user of the site to create files in it.`,
    temporary: true,
  },
  {
    codes: [2570, 3338, 1802, 5898, 6666, 6922], // IOERR_DELETE, ACCESS, FSTAT, DELETE_NOENT, CONVPATH, VNODE
    problem: 'cannot be used, because a file next to it cannot be accessed',
    remedy: 'Allow the user of the site to create and delete files in {folder}, and let no other program change them.',
    temporary: true,
  },
  {
    codes: [6410, 270], // IOERR_GETTEMPPATH, CANTOPEN_NOTEMPDIR
    problem: 'needs a temporary folder, and none can be written',
    remedy: 'Set TMPDIR to a folder that the user of the site can write.',
    temporary: true,
  },
  {
    codes: [7, 3082], // NOMEM, IOERR_NOMEM
    problem: 'cannot be used, because no memory is left',
    remedy: 'Raise the memory limit of the process, or stop other programs.',
    temporary: true,
  },
  {
    codes: [10], // IOERR and its other kinds: READ, SHORT_READ, CLOSE, AUTH
    problem: 'cannot be read or written, because the disk or its file system failed',
    remedy: 'Look for errors of the disk (dmesg), copy the data folder to another disk, and run "dev-connector doctor" on the copy.',
    temporary: true,
  },
  {
    codes: [526], // CANTOPEN_ISDIR
    problem: 'is a folder',
    remedy: 'Move the folder {file} away, or set DATA_DIR to another folder.',
    temporary: false,
  },
  {
    codes: [14], // CANTOPEN
    problem: 'cannot be opened',
    remedy:
      'Check that {folder} exists, that the user of the site can read and write it and the files in it, and that the process may open more files (ulimit -n).',
    temporary: true,
  },
  {
    codes: [3, 23], // PERM, AUTH
    problem: 'cannot be accessed by this user',
    remedy: 'Allow the user of the site to read and write {file} and to create files in {folder}.',
    temporary: true,
  },
  {
    codes: [11, 8202, 8458], // CORRUPT, IOERR_DATA, IOERR_CORRUPTFS
    problem: 'is damaged',
    remedy: 'Stop the site, keep a copy, including its -wal and -shm files, check the disk (dmesg), and restore a backup.',
    temporary: false,
  },
  {
    codes: [26, 24], // NOTADB, FORMAT
    problem: 'is not a database of SQLite, or its first page is damaged',
    remedy: 'Set DATA_DIR to the folder of the site, or keep a copy of the file and restore a backup.',
    temporary: false,
  },
  {
    codes: [5, 6, 15], // BUSY, LOCKED, PROTOCOL
    problem: 'is locked by another program, for example an upgrade, VACUUM or a shell',
    remedy: 'Wait until that program has finished, or stop it ("lsof {file}" lists it).',
    temporary: true,
  },
  {
    codes: [18, 22], // TOOBIG, NOLFS
    problem: 'has a value or file that is too large for this system',
    remedy: 'Move the data folder to a file system without this limit.',
    temporary: false,
  },
  {
    codes: [17], // SCHEMA
    problem: 'was changed by another program during a statement',
    remedy: 'Restart the site, and let only one version of it use the file.',
    temporary: true,
  },
];

const byCode = new Map(faults.flatMap(({ codes, ...fault }) => codes.map((code) => [code, fault] as const)));

const primary = 0xff; // mask: the lowest byte of an extended result code is the primary code

/** Faults of the database, without those of a statement (ERROR, CONSTRAINT, MISUSE and the like), which are faults of the program or of an altered schema. */
export function sqliteFault(error: unknown): Fault | undefined {
  const { errcode } = (error ?? {}) as { errcode?: number };
  return errcode === undefined ? undefined : (byCode.get(errcode) ?? byCode.get(errcode & primary));
}
