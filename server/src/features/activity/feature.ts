import type { Feature } from '../../platform/context.ts';
import { activity as routes } from './routes.ts';

/** Counts by day and month, for drawings. */
export const activity: Feature = { name: 'activity', routes };
