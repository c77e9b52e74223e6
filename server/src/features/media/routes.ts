import { Readable } from 'node:stream';
import { createMedia, deleteMedia, readMedia } from '@dev-connector/contract';
import type { Mount } from '../../platform/context.ts';
import { sendNotModified, weakEtag } from '../../platform/http/conditional.ts';
import { always } from '../../platform/http/headers.ts';
import { route } from '../../platform/http/route.ts';
import { encodersOf } from './encoder.ts';
import { readChunks } from './files.ts';
import * as store from './media.ts';
import { acceptUploads } from './uploads.ts';

/** Browsers show an image that is opened alone in a document with inline styles. Without them, Chromium cannot enlarge it. */
const policy = `${always['content-security-policy']}; style-src 'unsafe-inline'; sandbox`;

/** Browsers ask each time, because an image may be deleted. Shared caches must not keep images of members-only posts. */
const caching = 'private, no-cache';

export const media: Mount = async (app, context) => {
  const { db } = context;
  app.addHook('onClose', () => encodersOf(context).close());
  await app.register(async (scope) => {
    acceptUploads(scope);
    route(scope, createMedia, ({ member, body }) => store.createMedia(context, member, body));
  });

  route(app, deleteMedia, async ({ member, params }) => {
    await store.deleteMedia(db, member, params.id);
    return { msg: 'Image removed' };
  });
  route(app, readMedia, async ({ params, request, reply }) => {
    const file = await store.findMedia(context, params.id);
    reply.headers({
      'cache-control': caching,
      'content-disposition': 'inline',
      'content-security-policy': policy,
      'cross-origin-resource-policy': 'cross-origin', // clients on other origins show it too
    });
    if (sendNotModified(request, reply, weakEtag(file.hash))) return reply as never;
    reply.type(file.type).header('content-length', file.size);
    return Readable.from(readChunks(db, file), { objectMode: false }) as never;
  });
};
