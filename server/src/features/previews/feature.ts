import type { Feature } from '../../platform/context.ts';
import { pictures as routes } from './routes.ts';

/** Pictures for link previews. */
export const previews: Feature = {
  name: 'previews',
  routes,
};
