import { Readable } from 'node:stream';
import { type AccountData, readAccountData } from '@dev-connector/contract';
import type { Mount } from '../app.ts';
import { route } from '../http/route.ts';
import * as store from './export.ts';

export const accountData: Mount = (app, { db }) => {
  route(app, db, readAccountData, async ({ member, reply }) => {
    const pieces = store.readAccountData(db, member);
    const head = await pieces.next(); // a failure that is to be expected comes before anything is sent
    reply.type('application/json; charset=utf-8');
    reply.header('content-disposition', `attachment; filename="dev-connector-${new Date().toISOString().slice(0, 10)}.json"`);
    // Fastify sends a stream as it comes, held back by a slow reader, and stops reading when the reader is gone.
    return Readable.from(after(head.value ?? '', pieces), { objectMode: false }) as unknown as AccountData;
  });
};

async function* after(head: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield head;
  yield* rest;
}
