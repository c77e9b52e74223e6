import { readSite } from '@dev-connector/contract';
import type { Mount } from '../../platform/context.ts';
import { sendNotModified, weakEtag } from '../../platform/http/conditional.ts';
import { originOf } from '../../platform/http/origin.ts';
import { sendRendition, textRendition } from '../../platform/http/rendition.ts';
import { route } from '../../platform/http/route.ts';
import { manifest } from './manifest.ts';
import { memberCount } from './members.ts';
import { securityText } from './security-text.ts';
import { siteOf } from './site.ts';
import { isPart, readPart, readSitemap, sitemapStarts } from './sitemap.ts';

/** Serves the public facts about the site and the files that robots and browsers look for. */
export const site: Mount = (app, context) => {
  const { db, settings } = context;
  const site = siteOf(context);
  route(app, readSite, async () => {
    const { title, tagline } = site.current.shell;
    return { name: title, tagline, members: await memberCount(context) };
  });

  app.get('/robots.txt', (request, reply) => {
    const text = `User-agent: *\nDisallow: /api/\n\nSitemap: ${originOf(settings, request)}/sitemap.xml\n`;
    return sendRendition(request, reply, textRendition('text/plain', text));
  });

  app.get('/sitemap.xml', async (request, reply) => {
    const xml = await readSitemap(db, await sitemapStarts(context), site.current, originOf(settings, request));
    return sendRendition(request, reply, textRendition('application/xml', xml));
  });

  app.get<{ Params: { part: string } }>('/sitemap/:part', async (request, reply) => {
    const { part } = request.params;
    if (!isPart(part)) return reply.callNotFound();
    const xml = await readPart(db, site.current, originOf(settings, request), part);
    return sendRendition(request, reply, textRendition('application/xml', xml));
  });

  app.get('/manifest.webmanifest', (request, reply) =>
    sendRendition(request, reply, textRendition('application/manifest+json', JSON.stringify(manifest(site.current)))),
  );

  app.get('/.well-known/security.txt', (request, reply) => {
    const { securityContact, publicUrl } = settings;
    if (!securityContact) return reply.callNotFound();
    return sendRendition(request, reply, textRendition('text/plain', securityText(securityContact, publicUrl, Date.now())));
  });

  app.get('/logo', (request, reply) => {
    const { logo, shell } = site.current;
    if (!logo) return reply.callNotFound();
    // The address that pages use changes with the logo, so browsers may cache it forever.
    reply.header('cache-control', request.url === shell.logo ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (sendNotModified(request, reply, weakEtag(shell.logo?.split('=')[1] ?? ''))) return reply;
    return reply.type(logo.type).send(logo.bytes);
  });
};
