import type { Feature } from '../../platform/context.ts';
import { exportValue } from '../../platform/export.ts';
import { measureStorage } from './stored-bytes.ts';

/** What an account stores, and its limits. */
export const storage: Feature = {
  name: 'storage',
  exports: [exportValue('storage', ({ db, features }, { id }) => measureStorage(db.large, features, id))],
};
