import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cleanup } from './fault.ts';

const run = (...args: [string, ...string[]]) => execFileSync(args[0], args.slice(1), { stdio: 'pipe' });

/** Whether this process may mount file systems. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'dev-connector-mount-'));
  try {
    run('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder);
    run('umount', folder);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Mounts a disk of some megabytes, and returns its folder. */
export function smallDisk(megabytes: number, cleanup: Cleanup): string {
  const folder = mkdtempSync(join(tmpdir(), 'dev-connector-disk-'));
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder);
  cleanup(() => {
    run('umount', '-l', folder);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Changes a mounted disk: its size in megabytes, or whether it can be written. */
export const remount = (folder: string, options: string): unknown => run('mount', '-o', `remount,${options}`, folder);

/** Fills a disk with a file that the site does not know, except for `free` bytes. */
export function fill(folder: string, free = 0): { empty(): void } {
  const file = join(folder, 'other-data');
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=4k'], { stdio: 'ignore' });
  } catch {} // dd fails when the disk is full
  if (free > 0) truncateSync(file, statSync(file).size - free);
  return { empty: () => rmSync(file) };
}
