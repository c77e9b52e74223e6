import type { FormatFailure, Indent } from '@dev-connector/json';
import { encodeChunks } from './input/encode-chunks';
import type { Check, Extent, Formatted, FromWorker, Repair, Row, ToWorker, WorkerRequest, WorkerResponses } from './messages';

/** The input: a file or a text. */
export type Input =
  | { name?: string | undefined; size: number; file: Blob; text?: undefined }
  | { name?: string | undefined; size: number; text: string };

export type Outcome =
  | { phase: 'idle' }
  /** `began`: when it started, as `performance.now()`. */
  | { phase: 'running'; input: Input; indent: Indent; began: number; read: number; extent: Extent | undefined; head?: Row[] | undefined }
  | { phase: 'formatted'; input: Input; indent: Indent; formatted: Formatted; check: Check | undefined }
  | { phase: 'invalid'; input: Input; failure: FormatFailure; repair: Repair | undefined }
  | { phase: 'cancelled'; input: Input }
  | { phase: 'failed'; input: Input; message: string };

/** Sends a request about the output to the worker. Never settles if the output is discarded first. */
export type SendRequest = <Q extends WorkerRequest>(request: Q) => Promise<WorkerResponses[Q['type']]>;

/** Runs the formatter's worker and holds the state of the last text. */
export class Engine {
  outcome: Outcome = { phase: 'idle' };
  private worker: Worker | undefined;
  private run = 0;
  private lastId = 0;
  private readonly pending = new Map<number, PromiseWithResolvers<unknown>>();
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getOutcome = (): Outcome => this.outcome;

  /** Starts the worker before it is needed. */
  warmUp(): void {
    this.worker ??= this.start();
  }

  async format(input: Input, indent: Indent): Promise<void> {
    if (this.outcome.phase === 'running') this.stop();
    this.discardOutput();
    const run = ++this.run;
    this.outcome = { phase: 'running', input, indent, began: performance.now(), read: 0, extent: undefined };
    this.warmUp();
    this.send({ type: 'format', run, indent, size: input.size, file: input.text === undefined ? input.file : undefined });
    // Start the worker before the page renders.
    const sent = input.text !== undefined && this.sendText(run, input.text);
    this.update(this.outcome);
    await sent;
  }

  private async sendText(run: number, text: string): Promise<void> {
    let began = performance.now();
    for (const chunk of encodeChunks(text)) {
      this.send({ type: 'text', run, ...chunk }, [chunk.bytes.buffer]);
      if (performance.now() - began < maxEncodingTime) continue;
      await nextTask();
      if (run !== this.run) return;
      began = performance.now();
    }
  }

  cancel(): void {
    if (this.outcome.phase !== 'running') return;
    const { input } = this.outcome;
    this.stop();
    this.discardOutput();
    this.update({ phase: 'cancelled', input });
    this.warmUp();
  }

  clear(): void {
    if (this.outcome.phase === 'idle') return;
    if (this.outcome.phase === 'running') this.stop();
    this.discardOutput();
    this.update({ phase: 'idle' });
    this.warmUp();
  }

  readonly request: SendRequest = (request) => {
    const id = ++this.lastId;
    const response = Promise.withResolvers<unknown>();
    this.pending.set(id, response);
    this.send({ type: 'request', run: this.run, id, request });
    return response.promise as never;
  };

  stop(): void {
    this.worker?.terminate();
    this.worker = undefined;
  }

  private start(): Worker {
    const worker = new Worker(new URL('./worker/formatter-worker.ts', import.meta.url), { type: 'module', name: 'formatter' });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.onMessage(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.stop();
      if (this.outcome.phase === 'running')
        this.update({ phase: 'failed', input: this.outcome.input, message: event.message || 'its script could not be loaded' });
    };
    return worker;
  }

  private send(message: ToWorker, transfer: Transferable[] = []): void {
    this.worker?.postMessage(message, transfer);
  }

  private onMessage(message: FromWorker): void {
    if (message.run !== this.run) return;
    if (message.type === 'response') {
      this.pending.get(message.id)?.resolve(message.response);
      this.pending.delete(message.id);
      return;
    }
    const { outcome } = this;
    if (message.type === 'checked') {
      if (outcome.phase === 'formatted') this.update({ ...outcome, check: message.check });
    } else if (outcome.phase === 'running') {
      const { input, indent } = outcome;
      if (message.type === 'progress') {
        const { read, extent, head = outcome.head } = message;
        this.update({ ...outcome, read, extent, head });
      } else if (message.type === 'formatted')
        this.update({ phase: 'formatted', input, indent, formatted: message.formatted, check: undefined });
      else if (message.type === 'invalid') {
        const { failure, repair } = message;
        this.update({ phase: 'invalid', input, failure, repair });
      } else this.update({ phase: 'failed', input, message: message.message });
    }
  }

  private discardOutput(): void {
    // Terminate the worker to free a large output immediately: two of them may exceed the memory limit of the browser.
    // A repair occupies the worker until it is complete.
    const isRepairing = this.outcome.phase === 'invalid' && this.pending.size > 0;
    if (isRepairing || (this.outcome.phase === 'formatted' && this.outcome.formatted.bytes > maxReusedOutput)) this.stop();
    else this.send({ type: 'drop' });
    // Drop pending requests about the old output.
    this.pending.clear();
    this.run++;
  }

  private update(outcome: Outcome): void {
    this.outcome = outcome;
    for (const listener of this.listeners) listener();
  }
}

/** Maximum size, in bytes, of an old output whose worker is reused. */
const maxReusedOutput = 32 * 1024 * 1024;

/** Maximum milliseconds of encoding before the page yields to other tasks. */
const maxEncodingTime = 16;

const channel = typeof MessageChannel === 'undefined' ? undefined : new MessageChannel();

/** Yields to other tasks. Faster than a timer, which browsers delay by some milliseconds. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    if (!channel) return setTimeout(resolve);
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(undefined);
  });
}
