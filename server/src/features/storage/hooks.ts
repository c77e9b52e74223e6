import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { databaseFolder } from '../../platform/db/open.ts';
import { Failure } from '../../platform/errors.ts';
import type { LoadLimits } from '../../platform/http/load/load-limits.ts';
import { watchDisk } from './disk-space.ts';
import { storageOf } from './stored-bytes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes of the JSON body. */
    bodyBytes: number;
  }
}

/**
 * Refuses requests that would store something (`stores` of the endpoint) while the disk is nearly full, and those beyond the storage of the account. An upload is
 * counted by the bytes of the encoded image. With PostgreSQL the disk of the database is not known: the log only warns of that of the data folder.
 */
export function limitStorage(app: FastifyInstance, context: Context, { disk: space }: LoadLimits): void {
  const { settings } = context;
  const storage = storageOf(context);
  const disk = watchDisk(databaseFolder(settings), settings.databaseUrl ? { ...space, reserve: 0 } : space, app.log);
  app.addHook('onReady', disk.sample);
  app.addHook('onClose', async () => disk.stop());
  app.decorateRequest('bodyBytes', 0);
  app.addHook('preParsing', (request, _reply, _payload, done) =>
    done(request.routeOptions.config.endpoint?.stores && disk.isFull() ? new Failure('diskFull') : undefined),
  );
  // Not async: others continue at once, so that their work counts towards the slice in which they began (http/load/time-slices.ts).
  app.addHook('preHandler', ({ routeOptions, member, bodyBytes }, _reply, done) => {
    if (routeOptions.config.endpoint?.stores && member) storage.admit(member.id, bodyBytes).then(() => done(), done);
    else done();
  });
}
