import { Readable } from 'node:stream';
import { type AccountData, readAccountData } from '@dev-connector/contract';
import type { Mount } from '../app.ts';
import { route } from '../http/route.ts';
import * as store from './export.ts';

export const accountData: Mount = (app, { db }) => {
  route(app, readAccountData, async ({ member, request, reply }) => {
    const pieces = store.readAccountData(db, member, () => app.timeSlice(request));
    const head = await pieces.next(); // throws expected failures before the response starts
    reply.type('application/json; charset=utf-8');
    reply.header('content-disposition', `attachment; filename="dev-connector-${new Date().toISOString().slice(0, 10)}.json"`);
    // Fastify applies backpressure to the stream and destroys it when the client disconnects.
    return Readable.from(after(head.value ?? '', pieces), { objectMode: false }) as unknown as AccountData;
  });
};

async function* after(head: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield head;
  yield* rest;
}
