import { statfsSync } from 'node:fs';

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e5) / 10} MB`;

/** Returns the end of a sentence about a file of about `needed` bytes that does not fit on the disk of `folder`. */
export function spaceProblem(folder: string, needed: number): string {
  const { bavail, bsize } = statfsSync(folder);
  return `cannot be written, because its disk is full: it needs about ${megabytes(needed)}, and ${megabytes(bavail * bsize)} are free. Free space on the disk of ${folder}, or choose another disk.`;
}
