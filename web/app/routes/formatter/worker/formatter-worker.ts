import { createFormatter, type FormatResult, type Indent } from '@dev-connector/json';
import { type Check, type FromWorker, headRows, type Question, smallText, type ToWorker } from '../messages';
import { Output } from './output';
import { Search } from './search';
import { fileSource, type Source, TextSource } from './source';
import { warmUp } from './warm-up';

/*
 * Formats in a thread of its own, and keeps the output: the page asks for the rows it shows. Between two pieces of the text it answers questions.
 */
const port = self as unknown as {
  postMessage(message: FromWorker, moved?: Transferable[]): void;
  onmessage: (event: MessageEvent<ToWorker>) => void;
};

/** Milliseconds between two reports of progress. */
const reportInterval = 50;
/** A text of fewer bytes is formatted in a moment: while that lasts, showing the beginning of it would only take time from it. */
const momentary = 32 * 1024 * 1024;
const moment = 50;
const warningsKept = 500;
/** Bytes of the text between two turns in which questions are answered. */
const checkedAtOnce = 256 * 1024;

interface Task {
  run: number;
  indent: Indent;
  /** Bytes, or characters, of the text. */
  size: number;
  source: Source;
  output: Output;
}

let current: Task | undefined;

port.onmessage = ({ data }) => {
  if (data.type === 'format') {
    const { run, indent, size, file } = data;
    drop();
    current = { run, indent, size, source: file ? fileSource(file) : new TextSource(), output: new Output() };
    format(current).catch((error: unknown) => port.postMessage({ type: 'broken', run, message: String(error) }));
  } else if (data.type === 'drop') drop();
  else if (data.run !== current?.run) return;
  else if (data.type === 'text') (current.source as TextSource).add(data.bytes, data.last);
  else {
    const { run, id, question } = data;
    answer(current, question)
      .then((answer) => port.postMessage({ type: 'answer', run, id, answer }))
      .catch((error: unknown) => port.postMessage({ type: 'broken', run, message: String(error) }));
  }
};

function drop(): void {
  if (!current) return;
  const { source, output } = current;
  current = undefined;
  output.release();
  const buffers = source.release();
  if (buffers.length > 0) port.postMessage({ type: 'spare', buffers }, buffers);
}

async function format(task: Task): Promise<void> {
  const { run, indent, size, source, output } = task;
  const began = performance.now();
  const elapsed = () => performance.now() - began;
  let read = 0;
  let firstOutput = 0;
  let nextReport = size > momentary ? 0 : moment;
  let headTold = false;
  const head = async () => {
    if (headTold) return undefined;
    headTold = true;
    return output.rows(0, headRows);
  };
  const formatter = createFormatter({
    indent,
    onOutput: (bytes) => {
      if (task === current) output.append(bytes); // given up: its output's memory may be another's by now
    },
    onRows: (rows, lines, bytes) => output.count(rows, lines, bytes),
  });
  for await (const piece of source.pieces()) {
    if (task !== current || !formatter.push(piece)) break;
    read += piece.length;
    if (firstOutput === 0 && output.size > 0) firstOutput = elapsed();
    if (output.size > smallText && elapsed() >= nextReport) {
      nextReport = elapsed() + reportInterval;
      port.postMessage({ type: 'progress', run, read, extent: output.extent, milliseconds: elapsed(), head: await head() });
    }
    await output.settle();
  }
  const result = formatter.end();
  if (task !== current) return;
  output.finish();
  if (!result.ok) return refuse(run, result);
  const milliseconds = elapsed();
  const text = output.size <= smallText ? await output.text() : undefined;
  const report = (check: Check) => port.postMessage({ type: 'checked', run, check });
  // A small text is checked before it is shown: nobody will notice.
  const checked = text === undefined ? undefined : await check(task, () => {});
  port.postMessage({
    type: 'formatted',
    run,
    formatted: {
      ...output.extent,
      bytesIn: result.bytesIn,
      milliseconds,
      firstOutput: firstOutput || milliseconds,
      text,
      head: text === undefined ? await head() : undefined,
    },
  });
  report(checked ?? (await check(task, report)));
}

function refuse(run: number, { error }: FormatResult & { ok: false }): void {
  port.postMessage({ type: 'refused', run, failure: error });
}

/**
 * Goes through the text once more, for what other programs may misread and to compare what is written with what is read. What this second time writes must be
 * what is held of the first.
 */
async function check({ run, indent, source, output }: Task, report: (check: Check) => void): Promise<Check> {
  const found: Check = { warnings: [], total: 0, complete: false, onlySpaceChanged: false };
  let reported = performance.now();
  let compared = 0;
  let same = true;
  let written: Uint8Array[] = [];
  const formatter = createFormatter({
    indent,
    verify: true,
    onOutput: (bytes) => written.push(bytes.slice()),
    onWarning: (warning) => {
      if (found.total++ < warningsKept) found.warnings.push(warning);
    },
  });
  const compare = async () => {
    const again = written;
    written = [];
    for (const bytes of again) {
      same &&= equal(bytes, await output.read(compared, compared + bytes.length));
      compared += bytes.length;
    }
  };
  for await (const piece of source.pieces()) {
    // Small steps, so that questions are answered meanwhile.
    for (let from = 0, end = 0; from < piece.length; from = end) {
      if (run !== current?.run) break;
      end = from + checkedAtOnce;
      formatter.push(piece.subarray(from, end));
      await compare();
      if (performance.now() - reported > 1000) {
        reported = performance.now();
        if (found.total > 0) report(found);
      }
      await turn();
    }
    if (run !== current?.run) return found; // given up: nobody waits for the rest
  }
  const result = formatter.end();
  await compare();
  return { ...found, complete: true, onlySpaceChanged: result.ok && result.onlySpaceChanged === true && same && compared === output.size };
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  const [words, others] = [wordsOf(a), wordsOf(b)];
  for (let index = 0; index < words.length; index++) if (words[index] !== others[index]) return false;
  for (let index = a.length & ~3; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}

/** Four bytes each, the last ones left out. */
function wordsOf(bytes: Uint8Array): Int32Array {
  const { buffer, byteOffset, length } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Int32Array(buffer, byteOffset, length >> 2);
}

const channel = new MessageChannel();

/** Lets what waits be done first. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(undefined);
  });
}

async function answer({ output, source, indent }: Task, question: Question): Promise<unknown> {
  switch (question.ask) {
    case 'rows':
      return output.rows(question.from, question.count);
    case 'rowOfLine':
      return output.rowOfLine(question.line);
    case 'foldEnd':
      return output.foldEnd(question.row, question.indent);
    case 'search': {
      const offset = await new Search(question.needle).next(output, question.from, question.backwards);
      return offset === undefined ? undefined : { offset, row: await output.rowOfOffset(offset) };
    }
    case 'count': {
      let count = 0;
      for await (const _ of new Search(question.needle).places(output)) count++;
      return count;
    }
    case 'locate': {
      const offset = await locate(source, indent, question.offset, output);
      return { offset, row: await output.rowOfOffset(offset) };
    }
    case 'excerpt': {
      const reach = 600;
      const decoder = new TextDecoder();
      const before = decoder.decode(await source.read(Math.max(0, question.offset - reach), question.offset));
      return { before, after: decoder.decode(await source.read(question.offset, question.offset + reach)) };
    }
    case 'blob':
      return output.blob();
  }
}

/** What may stand between two strings or numbers that follow each other: white space, comma, colon. */
const between = new Set([0x20, 0x0a, 0x09, 0x2c, 0x3a]);

/** Where in the output a token of the input stands: what is put out for the text before it, and white space. */
async function locate(source: Source, indent: Indent, offset: number, output: Output): Promise<number> {
  let written = 0;
  let left = offset;
  const formatter = createFormatter({
    indent,
    onOutput: (bytes) => {
      written += bytes.length;
    },
  });
  for await (const bytes of source.pieces()) {
    formatter.push(bytes.subarray(0, left));
    left -= bytes.length;
    if (left <= 0) break;
  }
  const before = written;
  formatter.end();
  const around = await output.read(before, before + 64 * 1024);
  return (
    before +
    Math.max(
      0,
      around.findIndex((byte) => !between.has(byte)),
    )
  );
}

warmUp();
port.postMessage({ type: 'ready' });
