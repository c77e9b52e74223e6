import { register } from '@dev-connector/contract';
import type { Mount } from '../app.ts';
import { Failure } from '../errors.ts';
import { route } from '../route.ts';
import { startSession } from '../store/sessions.ts';
import { createUser } from '../store/users.ts';

export const users: Mount = (app, { db }) => {
  route(app, db, register, async ({ body, request }) => {
    const user = await createUser(db, body);
    const token = await startSession(db, user, request.headers['user-agent']);
    if (!token) throw new Failure('tokenInvalid'); // the account is gone already
    return { token };
  });
};
