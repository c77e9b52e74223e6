import { limits } from './limits.ts';

/** A size in mebibytes, labelled MB, for limits that are powers of two. */
export const formatMebibytes = (bytes: number): string => `${roundUp(bytes / 1_048_576)} MB`;

/** Rounds up, so that a value above a limit never reads like the limit. */
export const roundUp = (value: number): number => Math.ceil(value * 10) / 10;

/** `size` is that of the file in bytes, where it is known. */
export const fileTooLarge = (size?: number): string =>
  `${size === undefined ? `The file is larger than ${formatMebibytes(limits.upload)}` : `The file has ${formatMebibytes(size)}. The limit is ${formatMebibytes(limits.upload)}`}. Make it smaller, or save a photo as JPEG`;

/** A size in kB or MB. */
export const fileSize = (bytes: number): string => (bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${roundUp(bytes / 1e6)} MB`);
