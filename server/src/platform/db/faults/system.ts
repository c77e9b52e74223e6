import { type Fault, neededSpace } from './fault.ts';

/** Failures of files by the code of the system (errno). */
const faults: Record<string, Fault> = {
  ENOSPC: {
    problem: 'cannot be written, because its disk is full',
    remedy: `Free at least ${neededSpace} on the disk of {folder} ("df -h {folder}"; "df -i {folder}" counts files), or choose another disk.`,
    temporary: true,
    full: true,
  },
  EDQUOT: {
    problem: 'cannot be written, because the disk quota of this user is used up',
    remedy: `Raise the quota ("quota" shows it), or free at least ${neededSpace}.`,
    temporary: true,
    full: true,
  },
  EFBIG: {
    problem: 'cannot be written, because it exceeds the maximum file size',
    remedy: 'Raise the limit of the process (ulimit -f), or use a file system that allows larger files.',
    temporary: true,
    full: true,
  },
  EROFS: {
    problem: 'cannot be written, because its disk is mounted read-only',
    remedy:
      'Remount the disk ("findmnt -T {folder}" shows it), or choose another folder; after an error of the disk, check it first (dmesg).',
    temporary: true,
  },
  EACCES: {
    problem: 'cannot be accessed by this user',
    remedy: 'Run the command as the owner of the file, or change its permissions ("ls -ld {file} {folder}" shows them).',
    temporary: true,
  },
  EPERM: {
    problem: 'cannot be changed by this user',
    remedy: 'Run the command as the owner of the file, and check whether it is protected (lsattr) or a sandbox of the service forbids it.',
    temporary: true,
  },
  EIO: {
    problem: 'cannot be read or written, because its disk failed',
    remedy: 'Look for errors of the disk (dmesg), and copy the data folder to another disk.',
    temporary: true,
  },
  ESTALE: {
    problem: 'cannot be used, because its network file system lost it',
    remedy: 'Mount the file system again, and move the data folder to a local disk.',
    temporary: true,
  },
  ENOENT: {
    problem: 'cannot be used, because it or its folder does not exist',
    remedy: 'Check the path, or create the folder.',
    temporary: true,
  },
  ENOTDIR: {
    problem: 'cannot be used, because a part of its path is a file',
    remedy: 'Check the path.',
    temporary: false,
  },
  EISDIR: {
    problem: 'cannot be used, because it is a folder',
    remedy: 'Choose the path of a file.',
    temporary: false,
  },
  EEXIST: {
    problem: 'cannot be created, because something of that name exists',
    remedy: 'Choose another path, or move the existing one away.',
    temporary: false,
  },
  ELOOP: {
    problem: 'cannot be used, because its symbolic links form a loop',
    remedy: 'Fix the links ("namei -l {file}" shows them).',
    temporary: false,
  },
  ENAMETOOLONG: {
    problem: 'cannot be used, because its path is too long',
    remedy: 'Choose a shorter path.',
    temporary: false,
  },
  EXDEV: {
    problem: 'cannot be renamed, because it is on another disk',
    remedy: 'Choose a path on the same disk.',
    temporary: false,
  },
  EBUSY: {
    problem: 'cannot be used, because another program or a mount uses it',
    remedy: 'Stop that program ("lsof {file}" lists it), or choose another path.',
    temporary: true,
  },
  EMFILE: {
    problem: 'cannot be opened, because this process has too many open files',
    remedy: 'Raise its limit (ulimit -n, or LimitNOFILE of the systemd unit).',
    temporary: true,
  },
  ENFILE: {
    problem: 'cannot be opened, because the system has too many open files',
    remedy: 'Stop the program that opens them, or raise fs.file-max.',
    temporary: true,
  },
  ENOMEM: {
    problem: 'cannot be used, because no memory is left',
    remedy: 'Raise the memory limit of the process, or stop other programs.',
    temporary: true,
  },
};

/** Returns the fault of an error of Node that comes from the file system. */
export const systemFault = (error: unknown): Fault | undefined => faults[(error as NodeJS.ErrnoException | undefined)?.code ?? ''];
