import { idPattern } from '@dev-connector/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type Mount, perContext } from '../../platform/context.ts';
import { Failure } from '../../platform/errors.ts';
import { sendNotModified, weakEtag } from '../../platform/http/conditional.ts';
import { networkOf } from '../../platform/http/rate-limits/address.ts';
import { readResumeFile } from '../resume/file.ts';
import { publicResume } from '../resume/public-resume.ts';
import { siteOf } from '../site/site.ts';
import { openPictures, type Picture, pictureKey } from './picture.ts';
import { postPicture, profilePicture, resumePicture, sitePicture } from './pictures.ts';

/** Clients and crawlers may show a picture for five minutes without asking, like avatars. That of a post, which may become members-only, they revalidate. */
const [caching, revalidated] = ['public, max-age=300', 'no-cache'];

/** Caches 200 pictures as PNG. */
const pictureCache = perContext(() => new LRUCache<string, Uint8Array>({ maxSize: 8_000_000, sizeCalculation: ({ length }) => length }));

/** Serves the pictures that link previews show (Open Graph), as PNG: of the site, of the owner's résumé, of each profile and of each public post. */
export const pictures: Mount = async (app, context) => {
  const { db, settings, queues, overrides } = context;
  const site = siteOf(context);
  const contact = settings.resumeContact === 'shown';
  const owner = publicResume(await readResumeFile(settings.resumeFile), { origin: '', contact });
  const workers = openPictures(queues.files, pictureCache(context), overrides.taskTime, settings.dataDir);
  app.addHook('onClose', () => workers.close());

  app.get('/dev/og.png', (request, reply) => send(request, reply, sitePicture(site.current)));
  app.get('/resume.png', (request, reply) => send(request, reply, resumePicture(owner, site.current)));
  app.get<{ Params: { id: string } }>('/dev/profile/:id/og.png', async (request, reply) => {
    const { id } = request.params;
    if (!new RegExp(idPattern).test(id)) throw new Failure('profileNotFound');
    return send(request, reply, await profilePicture(db, id, site.current));
  });

  app.get<{ Params: { id: string } }>('/dev/posts/:id/og.png', async (request, reply) => {
    const { id } = request.params;
    if (!new RegExp(idPattern).test(id)) throw new Failure('postNotFound');
    return send(request, reply, await postPicture(context, id), revalidated);
  });

  async function send(request: FastifyRequest, reply: FastifyReply, picture: Picture, cacheControl = caching): Promise<FastifyReply> {
    reply.headers({ 'cache-control': cacheControl, 'cross-origin-resource-policy': 'cross-origin' });
    if (sendNotModified(request, reply, weakEtag(pictureKey(picture)))) return reply;
    try {
      await app.limits.admit('picture', request);
      return reply.type('image/png').send(Buffer.from(await workers.run(picture, { network: networkOf(request) })));
    } catch (failure) {
      reply.header('cache-control', 'no-store').removeHeader('etag');
      throw failure;
    }
  }
};
