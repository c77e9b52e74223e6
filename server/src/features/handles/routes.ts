import { listFormerHandles } from '@dev-connector/contract';
import type { Mount } from '../../platform/context.ts';
import { toInstant } from '../../platform/export.ts';
import { route } from '../../platform/http/route.ts';
import { formerHandles } from './handles.ts';

export const handles: Mount = (app, { db }) => {
  route(app, listFormerHandles, async ({ member }) =>
    (await formerHandles(db, member.id)).map(({ handle, expires_at }) => ({ handle, until: toInstant(expires_at) })),
  );
};
