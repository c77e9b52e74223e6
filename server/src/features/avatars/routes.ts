import { deleteAvatar, readAvatar, readOwnAvatar, updateAvatar } from '@dev-connector/contract';
import type { Mount } from '../../platform/context.ts';
import { sendNotModified, weakEtag } from '../../platform/http/conditional.ts';
import { always } from '../../platform/http/headers.ts';
import { route } from '../../platform/http/route.ts';
import { acceptUploads } from '../media/uploads.ts';
import { findAvatar } from './avatars.ts';
import { findUploadedAvatar, removeUploadedAvatar, saveUploadedAvatar } from './uploaded.ts';

/** Browsers show a picture for five minutes without asking, and for a day while they ask. */
const caching = 'public, max-age=300, stale-while-revalidate=86400';

export const avatars: Mount = async (app, context) => {
  const { db } = context;
  await app.register(async (scope) => {
    acceptUploads(scope);
    route(scope, updateAvatar, async ({ member, body }) => {
      await saveUploadedAvatar(context, member, body.file);
      return { msg: 'Picture saved' };
    });
  });
  route(app, readOwnAvatar, async ({ member }) => ({ uploaded: (await findUploadedAvatar(db, member.id)) !== undefined }));
  route(app, deleteAvatar, async ({ member }) => {
    await removeUploadedAvatar(db, member);
    return { msg: 'Picture removed' };
  });
  route(app, readAvatar, async ({ params, request, reply }) => {
    const { type, tag, read } = await findAvatar(db, params.userId);
    reply.headers({
      'cache-control': caching,
      'content-disposition': 'inline; filename="avatar"',
      'content-security-policy': `${always['content-security-policy']}; sandbox`,
      'cross-origin-resource-policy': 'cross-origin', // clients on other origins show it too
    });
    return (sendNotModified(request, reply, weakEtag(tag)) ? reply : reply.type(type).send(await read())) as never;
  });
};
