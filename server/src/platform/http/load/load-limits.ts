import { uploadSeconds } from '@dev-connector/contract';

/** Limits that protect the site from slow clients and from floods, by the scenario that tries to break them. Times in milliseconds. */
export const loadLimits = {
  // npm run resilience -- slow
  /** Timeout for the headers, from the opening of a connection or the first byte of a request. */
  headers: 5_000,
  /** Timeout for the body of a request, from the end of its headers. */
  request: uploadSeconds * 1000,
  /** Interval at which Node checks `headers` and `request`, by default every 30 seconds, and the site the rate of bodies. */
  checkInterval: 500,
  /** Keep-alive timeout: how long a connection may wait for its next request. */
  keepAlive: 20_000,
  /** Idle timeout: closes a connection without traffic in either direction, such as a client that does not read its response. */
  idle: 30_000,
  // npm run resilience -- withheld-bodies
  /** How long a body may take in addition to its bytes at `bodyRate`. */
  bodyGrace: 4_000,
  /** Minimum rate of a body in bytes per second. */
  bodyRate: 10_000,
  /** Maximum number of bodies that have not arrived. Above it, the network with the most loses its oldest with 503. */
  waitingBodies: 1_000,
  /** Maximum number of their bytes. */
  waitingBytes: 64 * 1024 * 1024,
  // npm run resilience -- uploads
  /** How long to drain a connection after its last response, so that the client reads the response instead of a reset. */
  drainTime: 5_000,
  /** The same after a request timeout. Shorter, because the client was already slow. */
  drainTimeout: 500,
  /** Maximum number of bytes discarded while draining: more than clients send of an upload before they check for a response. */
  drainBytes: 8 * 1024 * 1024,
  // npm run resilience -- one-address
  /** Maximum number of open connections per address: enough for 33 browsers with 6 connections each behind one NAT. Further ones get 429. */
  connectionsPerAddress: 200,
  /** Maximum number of connections per address that receive an error response at the same time. Further ones are closed without a response. */
  refusedPerAddress: 50,
  /** Maximum number of requests in flight per address. Browsers have at most 6 each on HTTP/1.1, and responses take milliseconds. Further ones get 429. */
  requestsPerAddress: 100,
  /** Maximum number of pipelined requests per connection. Browsers do not pipeline, but one packet of a flood can contain a thousand requests. */
  pipelined: 4,
  /** How long reading from a connection pauses after a 429 for its address. With 200 connections, this allows 200 rejections per second. */
  pause: 1_000,
  /** Duration of an event loop iteration after which further requests wait for the next one. */
  slice: 5,
  /** Maximum time that a request waits for its iteration. After it, the request gets 503. */
  sliceWait: 5_000,
  // npm run resilience -- overload
  /** Maximum number of open connections. Further ones get 503. */
  connections: 5_000,
  /** Maximum number of requests in flight. Further ones get 503. */
  requests: 1_000,
  /** Sampling interval of the event loop delay. */
  sampleInterval: 100,
  /** Delay above which a sample counts as late. */
  late: 400,
  /** Consecutive late samples that count as overload. A single slow page or a process start causes fewer. */
  maxLateSamples: 5,
  /** Maximum memory usage as a fraction of the limit of V8 or of the container. */
  memory: 0.9,
  // npm run bench -- streams
  /**
   * Open event streams: they count neither as connections nor as requests in flight. `perNetwork`: per IPv4 /24 or IPv6 /48; `heartbeat` is an interval; `unread` are
   * bytes that a client may leave unread.
   */
  streams: { total: 10_000, perNetwork: 1_000, perAddress: 100, perAccount: 10, heartbeat: 25_000, unread: 64 * 1024 },
  // npm run resilience -- operator
  /** Bytes of free disk space: warnings begin below `low`; below `reserve`, members cannot write, and the rest is left for the site itself. */
  disk: { low: 1_000_000_000, reserve: 200_000_000 },
};

export type LoadLimits = typeof loadLimits;
