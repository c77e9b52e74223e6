import { idPattern } from '@dev-connector/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Mount } from '../app.ts';
import { Failure } from '../errors.ts';
import { networkOf } from '../http/rate-limits/address.ts';
import { originOf } from '../pages/pages.ts';
import { published, type Resume } from './document.ts';
import { readResume as readMemberResume } from './export.ts';
import { latestCache } from './latest-cache.ts';
import { notFoundPage } from './not-found.ts';
import { type PageOptions, resumePage, resumePolicy } from './page.ts';
import { cacheKey, openPress } from './pdf/queue.ts';
import type { RenderJob } from './pdf/render.ts';
import { readResume } from './read.ts';
import { etagOf, type Rendition, sendNotModified, sendRendition, textRendition } from './rendition.ts';

/** Maximum number of origins for which the owner's page is cached. Without `PUBLIC_URL`, every Host header is an origin. */
const maxCachedOrigins = 16;

/** Serves the owner's résumé at `/` and the résumé of each member below their profile, as a page without scripts, as JSON and as PDF. */
export const resume: Mount = async (app, { db, settings }) => {
  const owner = await readResume(settings.resumeFile);
  const renderer = openPress();
  app.addHook('onClose', () => renderer.close());
  const contact = settings.resumeContact === 'shown';
  const originFor = (request: FastifyRequest) => settings.publicUrl ?? originOf(request);
  const ownerPage = (origin: string): PageOptions => ({
    title: 'Welcome to my Profile',
    url: `${origin}/`,
    pdf: '/resume.pdf',
    json: '/resume.json',
    ...(!contact && { contactAt: '/' }),
  });

  const ownerCache = latestCache<{ page: Rendition; json: Rendition; resume: Resume }>(maxCachedOrigins);
  const readOwner = (origin: string) => {
    const cached = ownerCache.get(origin);
    if (cached) return cached;
    const resume = published(owner, { origin, contact });
    return ownerCache.set(origin, {
      resume,
      page: textRendition('text/html', resumePage(resume, ownerPage(origin))),
      json: textRendition('application/json', `${JSON.stringify(resume, null, 2)}\n`),
    });
  };

  app.get('/', (request, reply) => {
    const { page, resume } = readOwner(originFor(request));
    return sendRendition(request, withPolicy(reply, resume), page);
  });

  // Contact details need a POST because crawlers follow links but do not submit forms. The response must not be cached.
  if (!contact)
    await app.register(async (forms) => {
      forms.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) => done(null));
      forms.post('/', (request, reply) => {
        const origin = originFor(request);
        const { contactAt: _contactAt, ...options } = ownerPage(origin);
        const resume = published(owner, { origin, contact: true });
        withPolicy(reply, resume).header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
        return reply.type('text/html; charset=utf-8').send(resumePage(resume, options));
      });
    });

  app.get('/resume.json', (request, reply) => sendRendition(request, reply, readOwner(originFor(request)).json));

  app.get('/resume.pdf', (request, reply) =>
    sendPdf(request, reply, { resume: readOwner(originFor(request)).resume, url: `${originFor(request)}/` }),
  );

  app.get<{ Params: { id: string } }>('/dev/profile/:id/resume', async (request, reply) => {
    const { id } = request.params;
    const resume = await readMember(request, id).catch((failure) => {
      reply.header('cache-control', 'no-store').header('vary', 'accept'); // the response depends on Accept, and a profile may exist later
      if (!(failure instanceof Failure && failure.status === 404 && request.headers.accept?.includes('text/html'))) throw failure;
      return undefined;
    });
    if (!resume) return withPolicy(reply.code(404), {}).type('text/html; charset=utf-8').send(notFoundPage());
    await app.turn(request);
    const page = resumePage(resume, {
      title: `${resume.basics?.name}, résumé`,
      url: `${originFor(request)}/dev/profile/${id}/resume`,
      pdf: `/dev/profile/${id}/resume.pdf`,
      json: `/api/profile/user/${id}/resume`,
      back: { href: `/dev/profile/${id}`, label: 'Back to the profile' },
    });
    withPolicy(reply, resume).header('x-robots-tag', 'noindex'); // search engines should index the profile instead
    return sendRendition(request, reply, textRendition('text/html', page));
  });

  app.get<{ Params: { id: string } }>('/dev/profile/:id/resume.pdf', async (request, reply) => {
    reply.header('x-robots-tag', 'noindex');
    const { id } = request.params;
    return sendPdf(request, reply, { resume: await readMember(request, id), url: `${originFor(request)}/dev/profile/${id}/resume` });
  });

  async function readMember(request: FastifyRequest, id: string): Promise<Resume> {
    if (!new RegExp(idPattern).test(id)) throw new Failure('profileNotFound');
    const { basics, ...rest } = published(await readMemberResume(db, id), { origin: originFor(request), contact: false });
    // Omit the avatar: it comes from a third-party server, and for most members it is a placeholder.
    return { ...rest, basics: { ...basics, image: undefined } };
  }

  async function sendPdf(request: FastifyRequest, reply: FastifyReply, job: RenderJob): Promise<FastifyReply> {
    const etag = etagOf(cacheKey(job));
    if (sendNotModified(request, reply, etag)) return reply;
    await app.limits.admit('print', request);
    const body = Buffer.from(await renderer.print(job, networkOf(request)));
    const name = encodeURIComponent((job.resume.basics?.name ?? 'résumé').toWellFormed()).replace(
      /['()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16)}`,
    );
    reply.header('content-disposition', `inline; filename="resume.pdf"; filename*=UTF-8''${name}.pdf`);
    return sendRendition(request, reply, { type: 'application/pdf', body, etag });
  }
};

const withPolicy = (reply: FastifyReply, resume: Resume): FastifyReply => reply.header('content-security-policy', resumePolicy(resume));
