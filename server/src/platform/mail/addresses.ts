import { isIP } from 'node:net';

/** The mail server, and the account for it. */
export interface SmtpServer {
  host: string;
  port: number;
  /** Whether TLS begins with the connection. Otherwise with STARTTLS, if the server offers it. */
  secure: boolean;
  auth: { user: string; pass: string } | undefined;
}

/** Parses `smtp://` (STARTTLS, port 587) and `smtps://` (TLS, port 465) URLs. The messages of errors do not contain the URL, which may have a password. */
export function parseSmtpUrl(text: string): SmtpServer {
  const url = URL.parse(text);
  if (!url && /^smtps?:/i.test(text))
    throw new Error('must be a URL: in the user name and the password, write %40 for @, %2F for / and %25 for %');
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '')
    throw new Error('must be a URL that starts with smtp:// or smtps://');
  if (url.search || url.hash || !['', '/'].includes(url.pathname)) throw new Error('must end after the host and port');
  const secure = url.protocol === 'smtps:';
  const [user, pass] = [decode(url.username), decode(url.password)];
  return {
    host: decode(url.hostname).replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    auth: user === '' ? undefined : { user, pass },
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error('must not contain a % that is not followed by two hexadecimal digits: write %25 for a %');
  }
}

/** Whether the mail server runs on this machine, where a connection needs no TLS. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

export interface Sender {
  /** Undefined: the name of the site. */
  name: string | undefined;
  address: string;
}

/** No white space, control characters, or characters with a meaning in a header or an SMTP command (RFC 5322 section 3.2.3). */
const addressPattern = /^[^\s\p{C}<>()[\]:;@\\,"]{1,64}@[^\s\p{C}<>()[\]:;@\\,"]{1,255}$/u;

/** Whether a mail can be sent to an address. Older accounts may have addresses with characters that SMTP would interpret. */
export const isDeliverable = (address: string): boolean => addressPattern.test(address);

/** Parses `ada@example.com` or `Ada <ada@example.com>`. */
export function parseSender(text: string): Sender {
  const [, name, address = text] = /^([^<>]*)<([^<>]*)>$/.exec(text) ?? [];
  if (!isDeliverable(address.trim()) || (name && /\p{C}/u.test(name)))
    throw new Error('must be an e-mail address, or a name and an e-mail address such as "Example <community@example.com>"');
  return { name: name?.trim().replace(/^"(.*)"$/, '$1') || undefined, address: address.trim() };
}
