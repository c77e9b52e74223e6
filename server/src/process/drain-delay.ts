import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Milliseconds in which proxies notice that this process goes: longer than most of them take between two questions at /readyz. */
const notice = 2_000;

/**
 * What is done between "not ready any more" and "nobody gets in": we go on serving for a while, each answer with `Connection: close` (Fastify's own doing once it closes),
 * so that proxies let go of us. To stop listening at once would reset connections that have been made and not yet taken, and requests on their way over idle ones.
 */
export async function waitForProxies(server: Server): Promise<void> {
  const connections = await promisify(server.getConnections.bind(server))();
  if (connections > 0) await wait(notice);
}
