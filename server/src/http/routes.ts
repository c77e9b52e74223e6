import { alive, ready } from '@dev-connector/contract';
import type { Mount } from '../app.ts';
import { DatabaseMoved } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { route } from './route.ts';

const moved = 'The database file of the site was moved, replaced or deleted. Move it back, or restart the site.';

export const health: Mount = (app, { db }) => {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });

  route(app, alive, () => ({ status: 'ok' }));
  route(app, ready, async () => {
    if (closing) throw new Failure('unavailable');
    await db.ready().catch((cause) => {
      throw new Failure('unavailable', { cause, msg: cause instanceof DatabaseMoved ? moved : undefined });
    });
    return { status: 'ok' };
  });
};
