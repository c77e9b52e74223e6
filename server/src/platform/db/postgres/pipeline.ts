import pg from 'pg';
import { DatabaseBusy } from '../db.ts';
import { isConnectionLimit } from '../faults/postgres.ts';
import { regrowth } from './pool.ts';

interface PipelinedConnection {
  client: pg.Client;
  /** Statements sent and not yet answered. */
  inFlight: number;
  /** Closes the connection after a time without answers. */
  idleTimer: NodeJS.Timeout;
  isConnected: boolean;
  isClosing: boolean;
  /** The error of a failed or broken connection. */
  failure: Error | undefined;
}

export interface PipelinedPool {
  query(query: pg.QueryConfig): Promise<pg.QueryResult>;
  /** Closes the connections after their statements are answered, and uses the fallback for some seconds. */
  pause(): void;
  close(): Promise<void>;
}

interface PipelinedPoolOptions {
  /** Maximum number of connections. */
  max: number;
  /**
   * Idle timeout in milliseconds: closes a connection that received no answer for this long, because a firewall may have dropped it or the server may be gone.
   * Must exceed the statement timeout of the server.
   */
  idleTimeout: number;
  /** Runs a statement if the server accepts no connection of this pool. */
  fallback?: (query: pg.QueryConfig) => Promise<pg.QueryResult>;
}

/** The named statement does not exist: it was dropped, or the statement in the pipeline that should prepare it failed. A new connection prepares it again. */
const notPrepared = '26000';

/** Maximum number of statements in flight; further ones are rejected immediately. */
const maxInFlight = 2000;

/**
 * A connection pool that pipelines statements. All statements of one event loop iteration are sent together, which halves their cost compared with one statement
 * per connection at a time (docs/decisions/0002-database-connections.md). Each statement is its own transaction and fails independently. Connections are opened on
 * demand; a broken one rejects its statements in flight and is replaced.
 */
export function pipelinedPool(config: pg.ClientConfig, { max, idleTimeout, fallback }: PipelinedPoolOptions): PipelinedPool {
  const open = new Set<PipelinedConnection>();
  let closed = false;
  /** Fewer than `max` after the server refused a connection. */
  let limit = max;

  function shrinkTo(connections: number): void {
    if (limit === max)
      setTimeout(() => {
        limit = max;
      }, regrowth).unref();
    limit = fallback ? connections : Math.max(1, connections);
  }

  function openConnection(): PipelinedConnection {
    const client = new pg.Client({ ...config, pipeline: true });
    const connection: PipelinedConnection = {
      client,
      inFlight: 0,
      idleTimer: setTimeout(onTimeout, idleTimeout).unref(),
      isConnected: false,
      isClosing: false,
      failure: undefined,
    };
    function onTimeout() {
      if (connection.inFlight > 0 || connection.isClosing) client.connection.stream.destroy();
      else close(connection);
    }
    const fail = (error: Error) => {
      connection.failure ??= error;
      close(connection);
    };
    client.on('error', fail);
    client.on('end', () => {
      clearTimeout(connection.idleTimer);
      open.delete(connection);
    });
    client.connect().then(() => {
      connection.isConnected = true;
    }, fail);
    open.add(connection);
    return connection;
  }

  /** Closes a connection after its statements in flight are answered. */
  async function close(connection: PipelinedConnection): Promise<void> {
    open.delete(connection);
    if (connection.isClosing) return;
    connection.isClosing = true;
    connection.idleTimer.refresh();
    await connection.client.end().catch(() => {});
  }

  /** Returns the connection with the fewest statements in flight; opens one if all are busy and the pool is not full. Undefined: the server accepts none. */
  function leastBusy(): PipelinedConnection | undefined {
    let found: PipelinedConnection | undefined;
    for (const connection of open) if (!found || connection.inFlight < found.inFlight) found = connection;
    if (found?.inFlight === 0 || open.size >= limit) return found;
    return openConnection();
  }

  async function send(query: pg.QueryConfig): Promise<pg.QueryResult> {
    if (closed) throw new Error('the pool is closed');
    const connection = leastBusy();
    if (!connection) return (fallback as NonNullable<typeof fallback>)(query);
    if (connection.inFlight * open.size >= maxInFlight) throw new DatabaseBusy('too many statements are in flight');
    if (connection.inFlight++ === 0) connection.idleTimer.refresh();
    batchWrites(connection.client.connection);
    try {
      return await connection.client.query(query);
    } catch (error) {
      // The server refused the connection, so the statement was not sent.
      if (connection.failure && isConnectionLimit(connection.failure) && (open.size > 0 || fallback)) {
        shrinkTo(open.size);
        return await send(query);
      }
      if (error instanceof pg.DatabaseError && error.code === notPrepared) void close(connection);
      throw error instanceof pg.DatabaseError ? error : (connection.failure ?? error);
    } finally {
      connection.inFlight--;
      connection.idleTimer.refresh();
    }
  }

  return {
    query: send,
    pause() {
      shrinkTo(0);
      for (const connection of open) if (connection.isConnected) void close(connection); // the statements of others would fail
    },
    async close() {
      closed = true;
      await Promise.all([...open].map(close));
    },
  };
}

/** Buffers writes until the end of the event loop iteration and sends them in one packet. */
function batchWrites({ stream }: pg.Connection): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}
