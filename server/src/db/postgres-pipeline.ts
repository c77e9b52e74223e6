import pg from 'pg';
import { DatabaseBusy } from './db.ts';

interface Line {
  client: pg.Client;
  /** Statements that were sent and not answered. */
  underWay: number;
  /** Runs out where nothing has been answered for a while. */
  silence: NodeJS.Timeout;
  isClosing: boolean;
  /** Why it could not be opened, or broke. */
  failure: Error | undefined;
}

export interface Lines {
  query(query: pg.QueryConfig): Promise<pg.QueryResult>;
  close(): Promise<void>;
}

interface LinesOptions {
  /** Connections at most. */
  most: number;
  /**
   * Milliseconds without an answer after which a connection is given up: one that nobody uses, because what lies between may have forgotten it, and one whose other
   * end is gone without a word. Longer than the server lets a statement take.
   */
  patience: number;
}

/** A named statement is gone, or the one before it in the pipeline, which was to prepare it, failed. On another connection it is prepared again. */
const notPrepared = '26000';

/** How many statements may wait for their answers; further ones fail at once. */
const mostUnderWay = 2000;

/**
 * Connections for statements that stand alone. A statement does not wait until the one before it is answered: all that are asked in one turn of the event loop go out
 * together, and their answers come back together, which costs half of what a connection at a time costs (docs/decisions/database-connections.md). Each is
 * a transaction of its own all the same, and one that fails fails alone. They are opened as they are needed; one that breaks fails what it has under way, and
 * is replaced.
 */
export function lines(config: pg.ClientConfig, { most, patience }: LinesOptions): Lines {
  const open = new Set<Line>();
  let closed = false;

  function openLine(): Line {
    const client = new pg.Client({ ...config, pipeline: true });
    const line: Line = { client, underWay: 0, silence: setTimeout(giveUp, patience).unref(), isClosing: false, failure: undefined };
    function giveUp() {
      if (line.underWay > 0 || line.isClosing) client.connection.stream.destroy();
      else close(line);
    }
    const fail = (error: Error) => {
      line.failure ??= error;
      close(line);
    };
    client.on('error', fail);
    client.on('end', () => {
      clearTimeout(line.silence);
      open.delete(line);
    });
    client.connect().catch(fail);
    open.add(line);
    return line;
  }

  /** What it has under way is answered first. */
  async function close(line: Line): Promise<void> {
    open.delete(line);
    if (line.isClosing) return;
    line.isClosing = true;
    line.silence.refresh();
    await line.client.end().catch(() => {});
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
      if (line.underWay++ === 0) line.silence.refresh();
      sendTogether(line.client.connection);
      try {
        return await line.client.query(query);
      } catch (error) {
        if (error instanceof pg.DatabaseError && error.code === notPrepared) void close(line);
        throw error instanceof pg.DatabaseError ? error : (line.failure ?? error);
      } finally {
        line.underWay--;
        line.silence.refresh();
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
