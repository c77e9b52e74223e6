import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Milliseconds in which proxies detect the shutdown: longer than the usual interval of health checks at /readyz. */
const drainDelay = 2_000;

/**
 * Delays the shutdown between "not ready" and "not listening". Requests are still served, with `Connection: close` (set by Fastify while it closes), so that
 * proxies stop using this process. Closing immediately would reset connections in the accept queue and requests on idle keep-alive connections.
 */
export async function waitForProxies(server: Server): Promise<void> {
  const connections = await promisify(server.getConnections.bind(server))();
  if (connections > 0) await wait(drainDelay);
}
