import { idPattern } from '@dev-connector/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Mount } from '../app.ts';
import { Failure } from '../errors.ts';
import { networkOf } from '../http/rate-limits/address.ts';
import { originOf } from '../pages/pages.ts';
import { published, type Resume } from './document.ts';
import { readResume as readDeveloper } from './export.ts';
import { latestCache } from './latest-cache.ts';
import { notFoundPage } from './not-found.ts';
import { type Face, resumePage, resumePolicy } from './page.ts';
import { keyOf, openPress } from './pdf/queue.ts';
import type { Job } from './pdf/render.ts';
import { readResume } from './read.ts';
import { etagOf, isKnown, type Rendition, sendRendition, textRendition } from './rendition.ts';

/** Addresses of the site (where `PUBLIC_URL` is not set, each Host is one) for which the owner's page is kept. */
const maxCachedOrigins = 16;

/** The owner's résumé at `/`, and every developer's beside their profile: as a page without script, as JSON, as PDF. */
export const resume: Mount = async (app, { db, settings }) => {
  const owner = await readResume(settings.resumeFile);
  const press = openPress();
  app.addHook('onClose', () => press.close());
  const contact = settings.resumeContact === 'shown';
  const originFor = (request: FastifyRequest) => settings.publicUrl ?? originOf(request);
  const ownersFace = (origin: string): Face => ({
    title: 'Welcome to my Profile',
    url: `${origin}/`,
    pdf: '/resume.pdf',
    json: '/resume.json',
    ...(!contact && { contactAt: '/' }),
  });

  const kept = latestCache<{ page: Rendition; json: Rendition; open: Resume }>(maxCachedOrigins);
  const ofOwner = (origin: string) => {
    const last = kept.get(origin);
    if (last) return last;
    const open = published(owner, { origin, contact });
    return kept.set(origin, {
      open,
      page: textRendition('text/html', resumePage(open, ownersFace(origin))),
      json: textRendition('application/json', `${JSON.stringify(open, null, 2)}\n`),
    });
  };

  app.get('/', (request, reply) => {
    const { page, open } = ofOwner(originFor(request));
    return sendRendition(request, guarded(reply, open), page);
  });

  // A robot follows links and does not press buttons. The answer is nobody's to keep.
  if (!contact)
    await app.register(async (forms) => {
      forms.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) => done(null));
      forms.post('/', (request, reply) => {
        const origin = originFor(request);
        const { contactAt: _asked, ...face } = ownersFace(origin);
        const open = published(owner, { origin, contact: true });
        guarded(reply, open).header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
        return reply.type('text/html; charset=utf-8').send(resumePage(open, face));
      });
    });

  app.get('/resume.json', (request, reply) => sendRendition(request, reply, ofOwner(originFor(request)).json));

  app.get('/resume.pdf', (request, reply) =>
    sendPdf(request, reply, { resume: ofOwner(originFor(request)).open, url: `${originFor(request)}/` }),
  );

  app.get<{ Params: { id: string } }>('/dev/profile/:id/resume', async (request, reply) => {
    const { id } = request.params;
    const open = await ofDeveloper(request, id).catch((failure) => {
      reply.header('cache-control', 'no-store').header('vary', 'accept'); // a program is told in JSON; and tomorrow they may have a profile
      if (!(failure instanceof Failure && failure.status === 404 && request.headers.accept?.includes('text/html'))) throw failure;
      return undefined;
    });
    if (!open) return guarded(reply.code(404), {}).type('text/html; charset=utf-8').send(notFoundPage());
    const page = resumePage(open, {
      title: `${open.basics?.name}, résumé`,
      url: `${originFor(request)}/dev/profile/${id}/resume`,
      pdf: `/dev/profile/${id}/resume.pdf`,
      json: `/api/profile/user/${id}/resume`,
      back: { href: `/dev/profile/${id}`, label: 'Back to the profile' },
    });
    guarded(reply, open).header('x-robots-tag', 'noindex'); // the profile itself is what should be found
    return sendRendition(request, reply, textRendition('text/html', page));
  });

  app.get<{ Params: { id: string } }>('/dev/profile/:id/resume.pdf', async (request, reply) => {
    reply.header('x-robots-tag', 'noindex');
    const { id } = request.params;
    return sendPdf(request, reply, { resume: await ofDeveloper(request, id), url: `${originFor(request)}/dev/profile/${id}/resume` });
  });

  async function ofDeveloper(request: FastifyRequest, id: string): Promise<Resume> {
    if (!new RegExp(idPattern).test(id)) throw new Failure('profileNotFound');
    const { basics, ...rest } = published(await readDeveloper(db, id), { origin: originFor(request), contact: false });
    // The avatar is a stranger's server's, and for most people a silhouette: nothing to be printed.
    return { ...rest, basics: { ...basics, image: undefined } };
  }

  async function sendPdf(request: FastifyRequest, reply: FastifyReply, job: Job): Promise<FastifyReply> {
    const etag = etagOf(keyOf(job));
    if (isKnown(request, reply, etag)) return reply;
    await app.limits.admit('print', request);
    const body = Buffer.from(await press.print(job, networkOf(request)));
    const name = encodeURIComponent((job.resume.basics?.name ?? 'résumé').toWellFormed()).replace(
      /['()*]/g,
      (mark) => `%${mark.charCodeAt(0).toString(16)}`,
    );
    reply.header('content-disposition', `inline; filename="resume.pdf"; filename*=UTF-8''${name}.pdf`);
    return sendRendition(request, reply, { type: 'application/pdf', body, etag });
  }
};

const guarded = (reply: FastifyReply, open: Resume): FastifyReply => reply.header('content-security-policy', resumePolicy(open));
