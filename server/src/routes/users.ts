import { register } from '@dev-connector/contract';
import type { Mount } from '../app.ts';
import { route } from '../route.ts';
import { startSession } from '../store/sessions.ts';
import { createUser } from '../store/users.ts';

export const users: Mount = (app, { db }) => {
  route(app, db, register, async ({ body, request }) => {
    const userId = await createUser(db, body);
    return { token: await startSession(db, userId, request.headers['user-agent']) };
  });
};
