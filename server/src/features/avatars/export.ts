import { exportValue, toInstant } from '../../platform/export.ts';
import { readFetchedPicture } from './avatars.ts';
import { readUploadedAvatar } from './uploaded.ts';

/** What pictures of members export. */
export const exports = [
  exportValue('picture', async ({ db }, { id }) => {
    const picture = await readFetchedPicture(db, id);
    return picture && { ...picture, fetched: toInstant(picture.fetched) };
  }),
  exportValue('uploadedPicture', ({ db }, { id }) => readUploadedAvatar(db, id)),
];
