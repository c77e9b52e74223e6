import { vi } from 'vitest';

/** A connection of the page to the fake server. */
export interface Connection {
  /** Path with the query. */
  path: string;
  headers: Record<string, string>;
  isOpen: boolean;
  send(text: string): void;
  end(): void;
}

/** Globals of a browser, and a server that accepts streams and sends what a test says. */
export function fakeServer() {
  const connections: Connection[] = [];
  /** Responses to the next connections instead of a stream. */
  const refusals: Response[] = [];

  vi.stubGlobal('fetch', async (path: string, { headers, signal }: { headers: Record<string, string>; signal: AbortSignal }) => {
    signal.throwIfAborted();
    const refusal = refusals.shift();
    let controller!: ReadableStreamDefaultController;
    const body = new ReadableStream({ start: (created) => void (controller = created) });
    const encoder = new TextEncoder();
    const connection: Connection = {
      path,
      headers,
      isOpen: !refusal,
      send: (text) => controller.enqueue(encoder.encode(text)),
      end() {
        connection.isOpen = false;
        controller.close();
      },
    };
    signal.addEventListener('abort', () => {
      if (!connection.isOpen) return;
      connection.isOpen = false;
      controller.error(signal.reason);
    });
    connections.push(connection);
    return refusal ?? new Response(body);
  });

  return {
    connections,
    refusals,
    /** The newest connection. */
    get last(): Connection {
      const last = connections.at(-1);
      if (!last) throw new Error('No connection');
      return last;
    },
  };
}

/** The text of an event. */
export const eventText = (id: number, type: string, data: object = {}): string =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

/** Stubs the events of the window and the visibility of the page. */
export function fakePage() {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', document);
  return {
    dispatch: (type: string) => page.dispatchEvent(new Event(type)),
    setVisible(isVisible: boolean) {
      document.visibilityState = isVisible ? 'visible' : 'hidden';
      document.dispatchEvent(new Event('visibilitychange'));
    },
  };
}
