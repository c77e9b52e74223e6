import type { Feature } from '../../platform/context.ts';
import { mailOf } from '../../platform/mail/mail.ts';
import { site as routes } from './routes.ts';
import { siteOf } from './site.ts';

/** The identity of the site, and its own pages. */
export const site: Feature = {
  name: 'site',
  routes,
  register(context) {
    mailOf(context).setBrand(() => {
      const { shell, accent } = siteOf(context).current;
      return { name: shell.brand, accent };
    });
  },
};
