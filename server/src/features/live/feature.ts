import type { Feature } from '../../platform/context.ts';
import { recordEvents } from './entries.ts';
import { registerLivePurge } from './queue.ts';
import { live as routes } from './routes.ts';

/** Live updates: a stream of Server-Sent Events for each browser of a member. */
export const live: Feature = {
  name: 'live',
  routes,
  register(context) {
    recordEvents(context);
    registerLivePurge(context);
  },
};
