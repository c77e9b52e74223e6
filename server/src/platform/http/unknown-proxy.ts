import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Logs one warning if requests arrive through a proxy missing from TRUST_PROXY: all its visitors would share one address and its limits. */
export function warnOfUnknownProxy(app: FastifyInstance): void {
  let warned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    const { ip, ips = [], headers } = request; // an untrusted proxy yields one address: its own
    if (!warned && headers['x-forwarded-for'] !== undefined && ips.length <= 1 && isInternal(ip)) {
      warned = true;
      app.log.warn(
        `Requests come through a proxy at ${ip} that TRUST_PROXY does not list, so that all who come through it share the limits of one address`,
      );
    }
    done();
  });
}

/** Whether the address is loopback or private. */
const isInternal = (ip: string): boolean =>
  ipaddr.isValid(ip) && ['loopback', 'private', 'uniqueLocal'].includes(ipaddr.process(ip).range());
