import { isIPv4, type Socket, SocketAddress } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/**
 * Returns the network that rate limits count a request under: the IPv4 address (also if IPv4-mapped, `::ffff:192.0.2.1`), or the /64 prefix of an IPv6
 * address, because one household or server usually has a whole /64.
 *
 * `request.ip` trusts only forwarding headers of the proxies in TRUST_PROXY. If a proxy forwards an invalid address, the proxy's own address counts.
 */
export function networkOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  if (isIPv4(ip)) return ip; // the usual case; ipaddr.js takes 2 µs
  // Some proxies append the port.
  return networkOfAddress(ipaddr.isValid(ip) ? ip : (SocketAddress.parse(ip ?? '')?.address ?? socket.remoteAddress));
}

/** Returns the network of a connection's remote address, which may be a proxy. */
export const networkOfSocket = ({ remoteAddress }: Pick<Socket, 'remoteAddress'>): string => networkOfAddress(remoteAddress);

function networkOfAddress(text: string | undefined): string {
  if (!text || !ipaddr.isValid(text)) return 'unknown'; // a Unix socket without a proxy
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const half = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${half.join(':')}::/64`;
}

/**
 * Returns a network from `networkOf` and the blocks around it that providers assign, the widest first: the /24 and the address for IPv4, the /48, /56 and /64 for
 * IPv6.
 */
export function networksAround(network: string): [widest: string, ...string[]] {
  if (isIPv4(network)) return [`${network.slice(0, network.lastIndexOf('.'))}.0/24`, network];
  const [, wide, last = ''] = /^(.*):(.*)::\/64$/.exec(network) ?? [];
  if (wide === undefined) return [network, network];
  return [`${wide}::/48`, `${wide}:${(Number.parseInt(last, 16) >> 8).toString(16)}::/56`, network];
}
