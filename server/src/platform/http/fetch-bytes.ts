/** Another host cannot be reached, or the connection broke. The message is the reason. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

/** Another host did not answer in time. */
export class TimedOut extends Unreachable {
  override name = 'TimedOut';
}

interface FetchOptions {
  headers?: Record<string, string>;
  /** Timeout in milliseconds, including the body. */
  timeout: number;
  maxBytes: number;
}

/**
 * Requests a URL of another host whose address is a setting. Never follows redirects, so that the host cannot choose other addresses. The body is empty unless the
 * status is 2xx. Throws an Unreachable if the connection fails or takes too long, and another error if the host redirects or the body is too large.
 */
export async function fetchBytes(url: string, { headers, timeout, maxBytes }: FetchOptions): Promise<{ status: number; body: Buffer }> {
  const signal = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url, { redirect: 'error', signal, headers: { 'user-agent': 'dev-connector', ...headers } });
    if (response.ok) return { status: response.status, body: await read(response, maxBytes) };
    await response.body?.cancel(); // an unread body would keep the connection open
    return { status: response.status, body: Buffer.alloc(0) };
  } catch (error) {
    if (signal.aborted) throw new TimedOut(`no answer within ${timeout / 1000} s`);
    const { cause } = error as { cause?: NodeJS.ErrnoException }; // a failed connection has a code, a redirect none
    throw cause?.code === undefined ? error : new Unreachable(cause.message || cause.code, { cause });
  }
}

async function read(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`the answer is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
