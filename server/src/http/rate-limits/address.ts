import { type Socket, SocketAddress } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { sha256 } from '../../feed/sha256.ts';

/**
 * The network that a request counts under: an IPv4 address, also where it comes in IPv6's clothes (`::ffff:192.0.2.1`), or the first 64 bits of an IPv6 one,
 * because a household, or a rented machine, has the other 64 to itself.
 *
 * `request.ip` believes forwarding headers of the proxies in TRUST_PROXY alone. A proxy that says something which is no address is counted itself.
 */
export function networkOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  // Some proxies write the port too.
  return networkOfAddress(ipaddr.isValid(ip) ? ip : (SocketAddress.parse(ip ?? '')?.address ?? socket.remoteAddress));
}

/** The network of the other end of a connection, whoever it forwards for. */
export const networkOfSocket = ({ remoteAddress }: Pick<Socket, 'remoteAddress'>): string => networkOfAddress(remoteAddress);

function networkOfAddress(text: string | undefined): string {
  if (!text || !ipaddr.isValid(text)) return 'unknown'; // a Unix socket's, without a proxy
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const half = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${half.join(':')}::/64`;
}

/** The wider network of one of those: the /24 of an IPv4 address, the /48 of an IPv6 one, as providers give them out. */
export function widerNetworkOf(network: string): string {
  if (network.endsWith('::/64')) return `${network.split(':').slice(0, 3).join(':')}::/48`;
  return ipaddr.IPv4.isValid(network) ? `${network.split('.').slice(0, 3).join('.')}.0/24` : network;
}

/** Whether only a machine of the site's own network can have this address. */
export const isInternal = (ip: string): boolean =>
  ipaddr.isValid(ip) && ['loopback', 'private', 'uniqueLocal'].includes(ipaddr.process(ip).range());

/**
 * Whom a row is about, as it stands in the database. It keeps addresses from being read in passing and from being found in a copy of the file by looking for
 * them; it does not hide them from whoever tries all four thousand million of IPv4: a pseudonym, and personal data as much as the address.
 */
export const pseudonym = (text: string) => sha256(text).slice(0, 22);
