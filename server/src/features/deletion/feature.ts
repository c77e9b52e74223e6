import type { Feature } from '../../platform/context.ts';
import { registerDeletion } from './jobs.ts';

/** Deletes hidden accounts and posts in batches. */
export const deletion: Feature = {
  name: 'deletion',
  register: registerDeletion,
};
