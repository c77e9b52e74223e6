import { alive, ready } from '@dev-connector/contract';
import type { Mount } from '../../platform/context.ts';
import { Failure, notReady } from '../../platform/errors.ts';
import { route } from '../../platform/http/route.ts';

export const health: Mount = (app, { db }) => {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });

  route(app, alive, () => ({ status: 'ok' }));
  route(app, ready, async () => {
    if (closing) throw new Failure('unavailable');
    await db.ready().catch((cause) => {
      throw notReady(cause);
    });
    return { status: 'ok' };
  });
};
