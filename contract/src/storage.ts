import { endpoint } from './shared/endpoint.ts';
import { fileSize } from './shared/file-size.ts';
import { limits } from './shared/limits.ts';
import { integer, object, type Static } from './shared/schema.ts';

/** `used` is what the account stores in bytes. */
export const storageFull = (used: number): string =>
  `Your texts and images take up ${fileSize(used)} of ${fileSize(limits.storageBytes)}, and this does not fit. Delete some posts or images first`;

/** `used` is what the account has stored in the last 24 hours in bytes. */
export const storageDayFull = (used: number): string =>
  `Your texts and images of the last 24 hours take up ${fileSize(used)} of ${fileSize(limits.storageDayBytes)}, and this does not fit. Try again later`;

export const storedBytes = object(
  {
    texts: integer({
      minimum: 0,
      description: `Bytes of your posts, comments, their versions and HTML, drafts and profile. With the images at most ${limits.storageBytes}.`,
    }),
    images: integer({ minimum: 0, description: 'Bytes of your images.' }),
    day: integer({
      minimum: 0,
      description: `Bytes of those from the last 24 hours, without the profile: at most ${limits.storageDayBytes}.`,
    }),
  },
  { title: 'StoredBytes' },
);
export type StoredBytes = Static<typeof storedBytes>;

export const readStorage = endpoint({
  method: 'GET',
  path: '/api/account/storage',
  summary: 'Get how much you store',
  tag: 'Users',
  access: 'member',
  reply: storedBytes,
});
