import { idPattern, type Resume, type ResumeTheme, withoutHidden } from '@dev-connector/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Mount } from '../../../platform/context.ts';
import { Failure } from '../../../platform/errors.ts';
import { sendNotModified, weakEtag } from '../../../platform/http/conditional.ts';
import { acceptsHtml, sendMessagePage } from '../../../platform/http/message-page.ts';
import { originOf } from '../../../platform/http/origin.ts';
import { networkOf } from '../../../platform/http/rate-limits/address.ts';
import { sendRendition, textRendition } from '../../../platform/http/rendition.ts';
import { reportedPolicy } from '../../../platform/http/reported-policy.ts';
import { siteOf } from '../../site/site.ts';
import { readProfileAsResume } from '../export.ts';
import { inspectResumeFile } from '../file.ts';
import type { PdfTask } from '../pdf/render.ts';
import { cacheKey, openPdfs } from '../pdf/workers.ts';
import { publicResume } from '../public-resume.ts';
import { type OwnerRenditions, resumeCaches } from '../resume-cache.ts';
import { type PageOptions, resumePage, resumePolicy } from './page.ts';

/** The UTC day. */
const today = () => new Date().toISOString().slice(0, 10);

/** Serves the owner's résumé at `/` and the résumé of each member below their profile, as a page without scripts, as JSON and as PDF. */
export const resume: Mount = async (app, context) => {
  const { db, settings, queues, overrides } = context;
  const site = siteOf(context);
  const resumes = resumeCaches(context);
  const { resume: owner, notes } = await inspectResumeFile(settings.resumeFile);
  if (settings.resumeFile) for (const note of notes) app.log.warn(`RESUME_FILE: ${note}`);
  const workers = openPdfs(queues.files, resumes.pdfs, overrides.taskTime, settings.dataDir);
  app.addHook('onClose', () => workers.close());
  const contact = settings.resumeContact === 'shown';
  const ownerUrl = (origin: string) => origin + site.current.shell.resume;
  const ownerPage = (origin: string): PageOptions => ({
    title: 'Welcome to my Profile',
    url: ownerUrl(origin),
    pdf: '/resume.pdf',
    json: '/resume.json',
    picture: `${origin}/resume.png`,
    theme: site.current.resumeTheme,
    today: today(),
    isSample: !settings.resumeFile,
    back: { href: '/dev/explore', label: site.current.shell.brand },
    ...(!contact && { contactAt: site.current.shell.resume }),
  });

  const withPolicy = (reply: FastifyReply, resume: Resume, theme: ResumeTheme): FastifyReply =>
    reply.headers(reportedPolicy(settings, resumePolicy(resume, theme)));

  const readOwner = (origin: string): OwnerRenditions => {
    const key = `${ownerUrl(origin)} ${site.current.tag} ${today()}`;
    const cached = resumes.owner.get(key);
    if (cached) return cached;
    const resume = publicResume(owner, { origin, contact });
    const rendered = {
      resume,
      page: textRendition('text/html', resumePage(resume, ownerPage(origin))),
      json: textRendition('application/json', `${JSON.stringify(resume, null, 2)}\n`),
    };
    resumes.owner.set(key, rendered);
    return rendered;
  };

  for (const path of ['/', '/resume'])
    app.get(path, (request, reply) => {
      const { home, shell } = site.current;
      if (path !== shell.resume) return reply.header('cache-control', 'no-cache').redirect(home === 'community' ? '/dev' : shell.resume);
      const { page, resume } = readOwner(originOf(settings, request));
      return sendRendition(request, withPolicy(reply, resume, site.current.resumeTheme), page);
    });

  // Contact details need a POST because crawlers follow links but do not submit forms. The response must not be cached.
  if (!contact)
    await app.register(async (forms) => {
      forms.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) => done(null));
      for (const path of ['/', '/resume'])
        forms.post(path, (request, reply) => {
          const origin = originOf(settings, request);
          const { contactAt: _contactAt, ...options } = ownerPage(origin);
          const resume = publicResume(owner, { origin, contact: true });
          withPolicy(reply, resume, site.current.resumeTheme).header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
          return reply.type('text/html; charset=utf-8').send(resumePage(resume, options));
        });
    });

  app.get('/resume.json', (request, reply) => sendRendition(request, reply, readOwner(originOf(settings, request)).json));

  app.get('/resume.pdf', (request, reply) => {
    const origin = originOf(settings, request);
    return sendPdf(request, reply, { resume: readOwner(origin).resume, url: ownerUrl(origin) });
  });

  app.get<{ Params: { id: string } }>('/dev/profile/:id/resume', async (request, reply) => {
    const { id } = request.params;
    const resume = await readMember(request, id).catch((failure) => {
      reply.header('cache-control', 'no-store').header('vary', 'accept'); // the response depends on Accept, and a profile may exist later
      if (!(failure instanceof Failure && failure.status === 404 && acceptsHtml(request))) throw failure;
      return undefined;
    });
    if (!resume)
      return sendMessagePage(reply, {
        status: 404,
        siteTitle: site.current.shell.title,
        heading: 'Profile not found',
        link: { href: '/dev/profiles', label: 'Browse the developers' },
      });
    await app.timeSlice(request);
    const origin = originOf(settings, request);
    const page = resumePage(resume, {
      title: `${withoutHidden(resume.basics?.name ?? '')}, résumé`,
      url: `${origin}/dev/profile/${id}/resume`,
      pdf: `/dev/profile/${id}/resume.pdf`,
      json: `/api/profile/user/${id}/resume`,
      picture: `${origin}/dev/profile/${id}/og.png`,
      theme: site.current.resumeTheme,
      today: today(),
      back: { href: `/dev/profile/${id}`, label: 'Back to the profile' },
    });
    withPolicy(reply, resume, site.current.resumeTheme).header('x-robots-tag', 'noindex'); // search engines should index the profile instead
    return sendRendition(request, reply, textRendition('text/html', page));
  });

  app.get<{ Params: { id: string } }>('/dev/profile/:id/resume.pdf', async (request, reply) => {
    reply.header('x-robots-tag', 'noindex');
    const { id } = request.params;
    const resume = await readMember(request, id);
    return sendPdf(request, reply, { resume, url: `${originOf(settings, request)}/dev/profile/${id}/resume` });
  });

  async function readMember(request: FastifyRequest, id: string): Promise<Resume> {
    if (!new RegExp(idPattern).test(id)) throw new Failure('profileNotFound');
    const origin = originOf(settings, request);
    // Texts of members stay as they are, because they were written for the public profile.
    const { basics = {}, ...rest } = publicResume(await readProfileAsResume(db, id, origin), { origin, contact: true });
    const { email: _email, phone: _phone, 'x-phones': _phones, ...open } = basics;
    // Omit the picture, because most members have only their initials.
    return { ...rest, basics: { ...open, image: undefined } };
  }

  async function sendPdf(request: FastifyRequest, reply: FastifyReply, document: PdfTask): Promise<FastifyReply> {
    const task = { ...document, site: site.current.name };
    const etag = weakEtag(cacheKey(task));
    reply.header('cache-control', 'no-cache');
    if (sendNotModified(request, reply, etag)) return reply;
    await app.limits.admit('print', request);
    const body = Buffer.from(await workers.run(task, { network: networkOf(request) }));
    const name = encodeURIComponent((task.resume.basics?.name ?? 'résumé').toWellFormed()).replace(
      /['()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16)}`,
    );
    reply.header('content-disposition', `inline; filename="resume.pdf"; filename*=UTF-8''${name}.pdf`);
    return sendRendition(request, reply, { type: 'application/pdf', body, etag });
  }
};
