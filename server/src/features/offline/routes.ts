import type { Mount } from '../../platform/context.ts';
import { sendRendition, textRendition } from '../../platform/http/rendition.ts';
import { reportedPolicy } from '../../platform/http/reported-policy.ts';
import { sha256 } from '../../platform/sha256.ts';
import { siteOf } from '../site/site.ts';
import { offlinePage, offlinePolicy } from './page.ts';
import { serviceWorker, workerPolicy } from './service-worker.ts';

/** Serves the offline page and the service worker that shows it. The worker contains a hash of the page, so that browsers update both together. */
export const offline: Mount = (app, context) => {
  const { settings } = context;
  const site = siteOf(context);
  app.get('/dev/offline', (request, reply) => {
    reply.headers({ ...reportedPolicy(settings, offlinePolicy), 'x-robots-tag': 'noindex' });
    return sendRendition(request, reply, textRendition('text/html', offlinePage(site.current)));
  });

  app.get('/dev/service-worker.js', (request, reply) => {
    reply.header('content-security-policy', workerPolicy);
    return sendRendition(request, reply, textRendition('text/javascript', serviceWorker(sha256(offlinePage(site.current)))));
  });
};
