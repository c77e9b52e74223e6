import pg from 'pg';
import { DatabaseBusy } from './db.ts';

interface Line {
  client: pg.Client;
  /** Statements that were sent and not answered. */
  underWay: number;
  /** Closes it once nobody has used it for a while. */
  idle: NodeJS.Timeout;
}

export interface Lines {
  query(query: pg.QueryConfig): Promise<pg.QueryResult>;
  close(): Promise<void>;
}

/** How many statements may wait for their answers; further ones fail at once. */
const mostUnderWay = 2000;

/**
 * Connections for statements that stand alone. A statement does not wait until the one before it is answered: all that are asked in one turn of the event loop go out
 * together, and their answers come back together, which costs half of what a connection at a time costs (docs/decisions/2026-11-22-postgres-lines.md). Each is
 * a transaction of its own all the same, and one that fails fails alone. At most `most` connections, opened as they are needed; one that breaks is replaced, and
 * one that nobody has used for `idleAfter` milliseconds is closed, because what lies between may have forgotten it.
 */
export function lines(config: pg.ClientConfig, { most, idleAfter = 10_000 }: { most: number; idleAfter?: number }): Lines {
  const open = new Set<Line>();
  let closed = false;

  function openLine(): Line {
    const client = new pg.Client({ ...config, pipeline: true });
    const line: Line = { client, underWay: 0, idle: setTimeout(closeIdle, idleAfter).unref() };
    function closeIdle() {
      if (line.underWay > 0) line.idle.refresh();
      else close(line);
    }
    // A connection that breaks fails the statements it has, and no further ones: those get another.
    const forget = () => {
      clearTimeout(line.idle);
      open.delete(line);
    };
    client.on('error', forget);
    client.on('end', forget);
    client.connect().catch(forget);
    open.add(line);
    return line;
  }

  function close(line: Line): Promise<void> {
    clearTimeout(line.idle);
    open.delete(line);
    return line.client.end().catch(() => {});
  }

  /** The one with the fewest statements under way; another one where all have some. */
  function best(): Line {
    let found: Line | undefined;
    for (const line of open) if (!found || line.underWay < found.underWay) found = line;
    return found && (found.underWay === 0 || open.size >= most) ? found : openLine();
  }

  return {
    async query(query) {
      if (closed) throw new Error('the connections are closed');
      const line = best();
      if (line.underWay * open.size >= mostUnderWay) throw new DatabaseBusy('too many statements wait for the database');
      line.underWay++;
      line.idle.refresh();
      sendTogether(line.client.connection);
      try {
        return await line.client.query(query);
      } finally {
        line.underWay--;
      }
    },
    async close() {
      closed = true;
      await Promise.all([...open].map(close));
    },
  };
}

/** Holds back what is written until the turn of the event loop is over, so that it is sent as one. */
function sendTogether({ stream }: pg.Connection): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}
