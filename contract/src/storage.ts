import { endpoint } from './shared/endpoint.ts';
import { limits } from './shared/limits.ts';
import { integer, object, type Static } from './shared/schema.ts';

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
