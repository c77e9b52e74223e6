import type { Feature } from '../../platform/context.ts';
import { cspReports as routes } from './routes.ts';

/** Reports of violations of the content security policy. */
export const cspReports: Feature = {
  name: 'csp-reports',
  routes,
};
