import type { Feature } from '../../platform/feature.ts';
import { registerAccountPurge } from './purge.ts';
import { accounts as routes } from './routes.ts';

/** Accounts, sessions and passwords. */
export const accounts: Feature = {
  name: 'accounts',
  routes,
  register: registerAccountPurge,
};
