/** Another host did not answer in time. */
export class TimedOut extends Error {
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
 * status is 2xx. Throws a TimedOut, or another error if the connection fails or the body is too large.
 */
export async function fetchBytes(url: string, { headers, timeout, maxBytes }: FetchOptions): Promise<{ status: number; body: Buffer }> {
  const signal = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url, { redirect: 'error', signal, headers: { 'user-agent': 'dev-connector', ...headers } });
    if (response.ok) return { status: response.status, body: await read(response, maxBytes) };
    await response.body?.cancel(); // an unread body would keep the connection open
    return { status: response.status, body: Buffer.alloc(0) };
  } catch (error) {
    throw signal.aborted ? new TimedOut(`no answer within ${timeout / 1000} s`) : error;
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
