import { connect } from 'node:net';

export interface RawResponse {
  /** 0 without an answer. */
  status: number;
  /** The whole answer arrived, as long as its `Content-Length` says. */
  complete: boolean;
  /** Code of a socket error, such as ECONNRESET. */
  error?: string;
  text: string;
}

export interface RawRequest {
  /** Sends bytes; resolves once the kernel has taken them or the connection is closed. */
  write(bytes: string | Uint8Array): Promise<void>;
  answer: Promise<RawResponse>;
  close(): void;
}

/** Opens a connection for one request, which the caller writes byte by byte. The answer resolves when the server closes, or when it is complete. */
export function openRequest(port: number, { localAddress }: { localAddress?: string } = {}): RawRequest {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true, ...(localAddress && { localAddress }) });
  const chunks: Uint8Array[] = [];
  let error: string | undefined;
  const answer = new Promise<RawResponse>((resolve) => {
    const finish = () => resolve({ ...parse(Buffer.concat(chunks).toString('latin1')), ...(error && { error }) });
    socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
    socket.on('error', (cause: NodeJS.ErrnoException) => {
      error ??= cause.code ?? cause.message;
    });
    socket.once('end', () => socket.end());
    socket.once('close', finish);
  });
  return {
    answer,
    // The callback also runs when the connection is closed.
    write: (bytes) => new Promise((resolve) => (socket.writable ? socket.write(bytes, () => resolve()) : resolve())),
    close: () => socket.destroy(),
  };
}

function parse(text: string): Omit<RawResponse, 'error'> {
  const [, status = '0'] = /^HTTP\/1\.1 (\d+)/.exec(text) ?? [];
  const end = text.indexOf('\r\n\r\n');
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
  return { status: Number(status), complete: end > 0 && text.length - end - 4 >= length, text };
}

/** The head of a request, with `connection: close`. */
export const head = (method: string, path: string, headers: Record<string, string | number>): string =>
  `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
