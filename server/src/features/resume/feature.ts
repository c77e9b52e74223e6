import type { Feature } from '../../platform/context.ts';
import { profileResume } from './import/routes.ts';
import { resume as pages } from './page/routes.ts';

/** The résumé of the owner and of each member, as page, JSON and PDF, and its import. */
export const resume: Feature = {
  name: 'resume',
  async routes(app, context) {
    await profileResume(app, context);
    await pages(app, context);
  },
};
