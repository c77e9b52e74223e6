import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

/*
 * The client, a process of its own. Bare sockets that are kept alive: a request goes out as bytes made beforehand, of the answer only the status and the
 * length are read, and the bytes land in one buffer a socket. So a request costs the client less than it costs any server, and the server is what is
 * measured (every report says how busy both were).
 */

/** What to ask of whom. The requests are sent in turn, over and over, by all connections together. */
export interface Order {
  port: number;
  /** Whole requests, head and body. */
  requests: string[];
  connections: number;
  milliseconds: number;
  /** The request to begin with; the first where nothing is said. */
  first?: number;
  /** That the answers should have; 200 where nothing is said. */
  status?: number;
}

/** What came of it. */
export interface Outcome {
  requests: number;
  /** Answers that had another status, by it. */
  others: Record<string, number>;
  bytes: number;
  milliseconds: number;
  /** Milliseconds from the first byte out to the last byte in. */
  median: number;
  p99: number;
  /** Share of the time that the client worked at answers and requests; what the system does for it is not in it. */
  busy: number;
}

const headEnd = Buffer.from('\r\n\r\n');
const lengthName = Buffer.from('content-length: ');

async function run({ port, requests, connections, milliseconds, first = 0, status: expected = 200 }: Order): Promise<Outcome> {
  const sent = requests.map((request) => Buffer.from(request));
  const taken = new Float64Array(4_000_000);
  const others: Record<string, number> = {};
  let [next, count, bytes, open] = [first, 0, 0, connections];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let working = 0;
  const began = performance.now();
  const end = began + milliseconds;

  function visit(): void {
    const buffer = Buffer.allocUnsafe(1 << 18);
    let began = 0;
    let missing = 0; // bytes of the answer still to come; 0 while its head has not come
    const ask = () => {
      began = performance.now();
      if (began >= end) {
        if (--open === 0) resolve();
        return void socket.destroy();
      }
      socket.write(sent[next] as Buffer);
      next = next + 1 === sent.length ? 0 : next + 1;
    };
    const take = (size: number, now: number) => {
      bytes += size;
      if (missing === 0) {
        missing = lengthOf(buffer, size);
        const status = buffer.toString('latin1', 9, 12);
        if (status !== String(expected)) others[status] = (others[status] ?? 0) + 1;
      }
      missing -= size;
      if (missing < 0) reject(new Error('An answer was longer than it said'));
      if (missing > 0) return;
      taken[count++ % taken.length] = now - began;
      ask();
    };
    const read = (size: number) => {
      const now = performance.now();
      take(size, now);
      working += performance.now() - now;
      return true;
    };
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback: read } } as never);
    socket.on('connect', ask).on('error', reject);
    socket.on('end', () => reject(new Error('The server closed a connection')));
  }

  for (let index = 0; index < connections; index++) visit();
  // Never asleep: on one machine whoever answers would pay for waking the client, and the slower of two servers wakes it more often. So the event loop is always
  // busy, and what counts as work is measured where it is done.
  const stayAwake = () => void (open > 0 && setImmediate(stayAwake));
  stayAwake();
  await promise;
  const times = taken.subarray(0, Math.min(count, taken.length)).sort();
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return {
    requests: count,
    others,
    bytes,
    milliseconds: performance.now() - began,
    median: at(0.5),
    p99: at(0.99),
    busy: working / (performance.now() - began),
  };
}

/** Bytes of the whole answer whose head is at the start of the buffer. */
function lengthOf(buffer: Buffer, size: number): number {
  const head = buffer.subarray(0, Math.min(size, 8192));
  const end = head.indexOf(headEnd);
  const length = head.indexOf(lengthName);
  if (end < 0) throw new Error(`No head in ${head}`);
  const body =
    length < 0 || length > end
      ? 0
      : Number.parseInt(head.toString('latin1', length + lengthName.length, length + lengthName.length + 12), 10);
  return end + headEnd.length + body;
}

process.on('message', (order: Order) => void run(order).then((outcome) => process.send?.(outcome)));
process.on('disconnect', () => process.exit());
