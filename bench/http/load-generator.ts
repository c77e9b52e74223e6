import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

/*
 * The load generator, which runs as a separate process. It uses bare keep-alive sockets with one buffer each, sends prepared bytes and
 * reads only status and length of a response. A request therefore costs it less than any server; the report shows how busy both were.
 */

/** The load to generate. All connections together send the requests in order, repeatedly. */
export interface Workload {
  port: number;
  /** Complete requests with head and body. */
  requests: string[];
  connections: number;
  milliseconds: number;
  /** Index of the first request (default 0). */
  first?: number;
  /** Expected status (default 200). */
  status?: number;
  /** Leaves the processor to the site while waiting (default false). */
  isQuiet?: boolean;
}

/** The result of a workload. */
export interface Outcome {
  requests: number;
  /** Number of responses with an unexpected status, by status. */
  others: Record<string, number>;
  bytes: number;
  milliseconds: number;
  /** Milliseconds from the first byte sent to the last byte received. */
  median: number;
  p99: number;
  /** Share of the time spent on requests and responses, without system time. */
  busy: number;
}

const headEnd = Buffer.from('\r\n\r\n');
const lengthName = Buffer.from('content-length: ');

async function run(workload: Workload): Promise<Outcome> {
  const { port, requests, connections, milliseconds, first = 0, status: expected = 200, isQuiet = false } = workload;
  const sent = requests.map((request) => Buffer.from(request));
  const latencies = new Float64Array(4_000_000);
  const others: Record<string, number> = {};
  let [next, count, bytes, open] = [first, 0, 0, connections];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let working = 0;
  const began = performance.now();
  const end = began + milliseconds;

  function openConnection(): void {
    const buffer = Buffer.allocUnsafe(1 << 18);
    let began = 0;
    let remaining = 0; // remaining bytes of the response; 0 before its head
    const sendNext = () => {
      began = performance.now();
      if (began >= end) {
        if (--open === 0) resolve();
        return void socket.destroy();
      }
      socket.write(sent[next] as Buffer);
      next = next + 1 === sent.length ? 0 : next + 1;
    };
    const receive = (size: number, now: number) => {
      bytes += size;
      if (remaining === 0) {
        remaining = lengthOf(buffer, size);
        const status = buffer.toString('latin1', 9, 12);
        if (status !== String(expected)) others[status] = (others[status] ?? 0) + 1;
      }
      remaining -= size;
      if (remaining < 0) reject(new Error('A response was longer than its content-length'));
      if (remaining > 0) return;
      latencies[count++ % latencies.length] = now - began;
      sendNext();
    };
    const read = (size: number) => {
      const now = performance.now();
      receive(size, now);
      working += performance.now() - now;
      return true;
    };
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback: read } } as never);
    socket.on('connect', sendNext).on('error', reject);
    socket.on('end', () => reject(new Error('The server closed a connection')));
  }

  for (let index = 0; index < connections; index++) openConnection();
  // Keep the event loop busy: the server would pay for waking this process, and the slower server wakes it more often. `working` measures
  // the actual work.
  const stayAwake = () => void (open > 0 && setImmediate(stayAwake));
  if (!isQuiet) stayAwake();
  await promise;
  const times = latencies.subarray(0, Math.min(count, latencies.length)).sort();
  const percentile = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return {
    requests: count,
    others,
    bytes,
    milliseconds: performance.now() - began,
    median: percentile(0.5),
    p99: percentile(0.99),
    busy: working / (performance.now() - began),
  };
}

/** Returns the size of the response whose head is at the start of the buffer. */
function lengthOf(buffer: Buffer, size: number): number {
  const head = buffer.subarray(0, Math.min(size, 8192));
  const end = head.indexOf(headEnd);
  const length = head.indexOf(lengthName);
  if (end < 0) throw new Error(`No end of the response head in ${head}`);
  const body =
    length < 0 || length > end
      ? 0
      : Number.parseInt(head.toString('latin1', length + lengthName.length, length + lengthName.length + 12), 10);
  return end + headEnd.length + body;
}

process.on('message', (workload: Workload) => void run(workload).then((outcome) => process.send?.(outcome)));
process.on('disconnect', () => process.exit());
