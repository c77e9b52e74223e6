import type { Feature } from '../../platform/feature.ts';
import { registerDrafts } from './drafts.ts';
import { drafts as routes } from './routes.ts';

/** Texts that are not sent yet. */
export const drafts: Feature = {
  name: 'drafts',
  routes,
  register: registerDrafts,
};
