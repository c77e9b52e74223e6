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
  /** How long a connection that we end may take to read why. */
  farewell: 500,
  /** Connections at once; further ones are told 503 and closed. */
  connections: 5_000,
  /** Requests under way at once; further ones are 503. */
  requests: 1_000,
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
