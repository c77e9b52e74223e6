/** What keeps slow and many clients from taking the site down. Times in milliseconds. */
export const bounds = {
  /** From a connection's first byte, or from its opening, until the headers are there. */
  headers: 5_000,
  /** Until the whole request is there, its body too. */
  request: 8_000,
  /** How often the two are looked at; Node does so every 30 seconds unless told otherwise. */
  checkEvery: 500,
  /** A connection that waits for its next request. */
  keepAlive: 20_000,
  /** A connection on which nothing moves in either direction: a client that does not read what it asked for. */
  silence: 30_000,
  /** How long a client may keep sending after the answer that ends its connection, so that it reads the answer instead of a reset. */
  drainTime: 5_000,
  /** The same after a timeout: that client had its time. */
  drainTimeout: 500,
  /** Bytes read and discarded meanwhile: more than any client sends of an upload before it looks for an answer. */
  drainBytes: 8 * 1024 * 1024,
  /** Open connections; further ones get 503. */
  connections: 5_000,
  /** Open connections per address: 33 browsers with 6 each, so an office behind one address fits, and 25 addresses are needed to use up all. Further ones get 429. */
  connectionsPerAddress: 200,
  /** Connections per address that are being refused with an answer; further ones are closed without one. */
  refusedPerAddress: 50,
  /** Requests in flight; further ones get 503. */
  requests: 1_000,
  /** Requests in flight per address: a tenth of all. Browsers have 6 in flight each on HTTP/1.1, and answers take milliseconds. Further ones get 429. */
  requestsPerAddress: 100,
  /** Requests on one connection that wait for the answer to an earlier one. Clients do not pipeline today; a flood otherwise sends a thousand in a packet. */
  pipelined: 4,
  /** How long nothing more is read from a connection after a 429 for its address: with 200 connections, that is 200 refusals per second. */
  pause: 1_000,
  /** A turn of the event loop that took longer was too full, and so is the next one after as long. */
  turn: 300,
  /** The event loop is looked at this often, … */
  lookEvery: 100,
  /** … and lost when it comes so late … */
  late: 400,
  /** … so often in a row. One slow page, or a process that has just started, is no overload. */
  lateInARow: 5,
  /** Between two searches for rows that a deletion has hidden (background-deletion.ts). */
  deletion: 10_000,
  /** Share of the memory that V8, or the container, allows. */
  memory: 0.9,
};

export type Bounds = typeof bounds;
