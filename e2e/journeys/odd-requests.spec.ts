import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from '../test.ts';

/* Requests that browsers do not send: odd targets, ranges and conditions. */

/** Sends a GET request whose target is sent unchanged. */
async function get(site: string, target: string, headers: Record<string, string> = {}) {
  const { hostname, port, host } = new URL(site);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => (text += chunk));
  const fields = Object.entries({ host, connection: 'close', accept: 'text/html', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.write(`GET ${target} HTTP/1.1\r\n${fields.join('')}\r\n`);
  await once(socket, 'close');
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text, location: /^location: (.*)\r$/im.exec(text)?.[1] };
}

for (const [target, location] of [
  ['/x/..', '/'],
  ['/dev/./posts', '/dev/posts'],
  ['/dev/%2e%2e/dev/profiles?q=a', '/dev/profiles?q=a'],
  ['/x/..//other.example', '//other.example'],
  ['/dev\\profiles', '/dev/profiles'],
] as const)
  test(`redirects ${target} to its usual spelling on this site`, async ({ site }) => {
    expect(await get(site, target)).toMatchObject({ status: 308, location: `${site}${location}` });
  });

for (const target of ['/dev/profiles#%', '/dev/profiles#%ff', '/dev/profiles?q=1#', '/nowhere#%', '/assets/#%'])
  test(`ignores the fragment of ${target}`, async ({ site }) => {
    const { status, text } = await get(site, target);
    expect(status).toBe(target.startsWith('/dev/profiles') ? 200 : 404);
    expect(text).toMatch(/<title>[^<]+<\/title>/);
  });

for (const [name, headers, statuses] of [
  ['a range', { range: 'bytes=0-9' }, [206]],
  ['an unsatisfiable range', { range: 'bytes=9999999-' }, [416]],
  ['a range that ends before it starts', { range: 'bytes=9-1' }, [200, 416]],
  ['a malformed range', { range: 'bytes=a-b' }, [200, 416]],
  ['a range of another unit', { range: 'lines=1-2' }, [200]],
  ['many ranges', { range: `bytes=${'0-1,'.repeat(500)}2-3` }, [200, 206, 416]],
  ['a condition that fails', { 'if-match': '"other"' }, [412]],
  ['a condition on the time that fails', { 'if-unmodified-since': 'Mon, 01 Jan 1990 00:00:00 GMT' }, [412]],
  ['a malformed condition', { 'if-match': '"', 'if-modified-since': 'x', 'if-range': '\u00ff' }, [200, 412]],
] as const)
  test(`answers a static file request with ${name}`, async ({ site }) => {
    for (const file of ['/icon.svg', '/icon-192.png']) {
      const { status, text } = await get(site, file, headers);
      expect(statuses, `${file} ${text.slice(0, 200)}`).toContain(status);
      if (status >= 400) expect(text).toContain('application/problem+json');
      expect(text).not.toMatch(/\n\s+at /);
    }
  });
