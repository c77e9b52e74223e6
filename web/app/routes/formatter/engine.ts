import type { FormatFailure, Indent } from '@dev-connector/json';
import type { Answers, Check, Extent, Formatted, FromWorker, Question, Row, ToWorker } from './messages';
import { pieceSize, piecesOf } from './pieces';

/** What is to be formatted: a file, or a text. */
export type Input = { name: string; size: number; file: Blob; text?: undefined } | { name?: string; size: number; text: string };

export type Outcome =
  | { phase: 'nothing' }
  | { phase: 'running'; input: Input; read: number; milliseconds: number; extent: Extent | undefined; head?: Row[] | undefined }
  | { phase: 'formatted'; input: Input; indent: Indent; formatted: Formatted; check: Check | undefined }
  | { phase: 'refused'; input: Input; failure: FormatFailure }
  | { phase: 'cancelled'; input: Input }
  | { phase: 'broken'; input: Input; message: string };

/** Asks the worker about the output. Fails when the output has gone meanwhile. */
export type Ask = <Q extends Question>(question: Q) => Promise<Answers[Q['ask']]>;

/** The formatter's worker, and what has become of the text it was given last. */
export class Engine {
  outcome: Outcome = { phase: 'nothing' };
  private worker: Worker | undefined;
  private run = 0;
  private lastId = 0;
  /** Memory for pieces of text. */
  private spare: ArrayBuffer[] = [];
  private readonly waiting = new Map<number, PromiseWithResolvers<unknown>>();
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getOutcome = (): Outcome => this.outcome;

  /** Starts the worker, so that it is there when it is needed. */
  warmUp(): void {
    this.worker ??= this.start();
  }

  async format(input: Input, indent: Indent): Promise<void> {
    if (this.outcome.phase === 'running') this.stop();
    this.forget();
    const run = ++this.run;
    this.indent = indent;
    this.outcome = { phase: 'running', input, read: 0, milliseconds: 0, extent: undefined };
    this.warmUp();
    this.send({ type: 'format', run, indent, size: input.size, file: input.text === undefined ? input.file : undefined });
    // The worker begins before the page shows that it does.
    const sending = input.text !== undefined && this.sendText(run, input.text);
    this.change(this.outcome);
    await sending;
  }

  private async sendText(run: number, text: string): Promise<void> {
    let began = performance.now();
    for (const piece of piecesOf(text, () => this.spare.pop() ?? new ArrayBuffer(pieceSize))) {
      this.send({ type: 'text', run, ...piece }, [piece.bytes.buffer]);
      if (performance.now() - began < longestEncoding) continue;
      await nextTask();
      if (run !== this.run) return;
      began = performance.now();
    }
  }

  cancel(): void {
    if (this.outcome.phase !== 'running') return;
    const { input } = this.outcome;
    this.stop();
    this.forget();
    this.change({ phase: 'cancelled', input });
    this.warmUp();
  }

  /** Drops the output. */
  clear(): void {
    if (this.outcome.phase === 'nothing') return;
    if (this.outcome.phase === 'running') this.stop();
    this.forget();
    this.change({ phase: 'nothing' });
    this.warmUp();
  }

  readonly ask: Ask = (question) => {
    const id = ++this.lastId;
    const answer = Promise.withResolvers<unknown>();
    this.waiting.set(id, answer);
    this.send({ type: 'question', run: this.run, id, question });
    return answer.promise as never;
  };

  /** Ends the worker, whatever it is doing. */
  stop(): void {
    this.worker?.terminate();
    this.worker = undefined;
  }

  private indent: Indent = 2;

  private start(): Worker {
    const worker = new Worker(new URL('./worker/formatter-worker.ts', import.meta.url), { type: 'module', name: 'formatter' });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.stop();
      if (this.outcome.phase === 'running')
        this.change({ phase: 'broken', input: this.outcome.input, message: event.message || 'its program could not be loaded' });
    };
    return worker;
  }

  private send(message: ToWorker, moved: Transferable[] = []): void {
    this.worker?.postMessage(message, moved);
  }

  private hear(message: FromWorker): void {
    if (message.type === 'spare')
      this.spare.push(...message.buffers.filter(({ byteLength }) => byteLength === pieceSize).slice(0, sparePieces - this.spare.length));
    if (message.type === 'ready' || message.type === 'spare' || message.run !== this.run) return;
    if (message.type === 'answer') {
      this.waiting.get(message.id)?.resolve(message.answer);
      this.waiting.delete(message.id);
      return;
    }
    const { outcome } = this;
    if (message.type === 'checked') {
      if (outcome.phase === 'formatted') this.change({ ...outcome, check: message.check });
    } else if (outcome.phase === 'running') {
      const { input } = outcome;
      if (message.type === 'progress') {
        const { read, milliseconds, extent, head = outcome.head } = message;
        this.change({ ...outcome, read, milliseconds, extent, head });
      } else if (message.type === 'formatted')
        this.change({ phase: 'formatted', input, indent: this.indent, formatted: message.formatted, check: undefined });
      else if (message.type === 'refused') this.change({ phase: 'refused', input, failure: message.failure });
      else this.change({ phase: 'broken', input, message: message.message });
    }
  }

  private forget(): void {
    // A large output goes with its worker, at once: left to the garbage collector, two of them can be more than the browser keeps.
    if (this.outcome.phase === 'formatted' && this.outcome.formatted.bytes > keptInWorker) this.stop();
    else this.send({ type: 'drop' });
    // Whoever still waits for an answer about the former output is told nothing any more.
    this.waiting.clear();
    this.run++;
  }

  private change(outcome: Outcome): void {
    this.outcome = outcome;
    for (const listener of this.listeners) listener();
  }
}

/** Bytes of a former output that a worker may still hold while it formats the next text. */
const keptInWorker = 32 * 1024 * 1024;

/** Pieces of former texts that are kept for the next. */
const sparePieces = 64;

/** Milliseconds for which the page encodes text for the worker before it does something else. */
const longestEncoding = 16;

const channel = typeof MessageChannel === 'undefined' ? undefined : new MessageChannel();

/** Lets the page do what waits. A timer would be held back for some milliseconds each time. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    if (!channel) return setTimeout(resolve);
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(undefined);
  });
}
