/** An event of a stream of server-sent events. */
export interface StreamEvent {
  /** The position of the stream after this event. */
  id: string;
  type: string;
  data: string;
}

interface Handlers {
  onEvent: (event: StreamEvent) => void;
  /** The position of the stream, after each block, also one without an event. */
  onId: (id: string) => void;
  /** Milliseconds to wait before the next connection, from `retry`. */
  onRetry: (milliseconds: number) => void;
}

/** Returns a function that parses the text of a stream, in parts that end anywhere (HTML Standard, 9.2.6 Interpreting an event stream). */
export function createEventParser({ onEvent, onId, onRetry }: Handlers): (text: string) => void {
  let line = '';
  let endsWithCr = false;
  let id = '';
  let type = '';
  let data: string[] = [];

  function dispatch() {
    if (id !== '') onId(id);
    if (data.length > 0) onEvent({ id, type: type || 'message', data: data.join('\n') });
    type = '';
    data = [];
  }

  function readField(name: string, value: string) {
    if (name === 'event') type = value;
    else if (name === 'data') data.push(value);
    else if (name === 'id' && !value.includes('\0')) id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) onRetry(Number(value));
  }

  function readLine(text: string) {
    if (text === '') return dispatch();
    const colon = text.indexOf(':');
    if (colon < 0) readField(text, '');
    else readField(text.slice(0, colon), text.slice(colon + 1).replace(/^ /, '')); // a comment has no name
  }

  return (text) => {
    if (text === '') return;
    const lines = (line + (endsWithCr && text.startsWith('\n') ? text.slice(1) : text)).split(/\r\n|\r|\n/);
    endsWithCr = text.endsWith('\r');
    line = lines.pop() ?? '';
    for (const complete of lines) readLine(complete);
  };
}
