import { fileSize } from './file-size.ts';
import { limits } from './limits.ts';

/** `used` is what the account stores in bytes. */
export const storageFull = (used: number): string =>
  `Your texts and images take up ${fileSize(used)} of ${fileSize(limits.storageBytes)}, and this does not fit. Delete some posts or images first`;

/** `used` is what the account has stored in the last 24 hours in bytes. */
export const storageDayFull = (used: number): string =>
  `Your texts and images of the last 24 hours take up ${fileSize(used)} of ${fileSize(limits.storageDayBytes)}, and this does not fit. Try again later`;
