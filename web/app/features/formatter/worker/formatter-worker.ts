import { createFormatter, type Indent, type Position } from '@dev-connector/json';
import { type Check, type FromWorker, headRows, maxCopySize, maxTextAreaSize, type ToWorker, type WorkerRequest } from '../messages';
import { contentOf, findCursor, findText, findValue } from './cursor';
import { documentAt, numberDocuments } from './documents';
import { Output } from './output';
import { findParts } from './parts';
import { repairSource } from './repair';
import { Search } from './search';
import { fileSource, type Source, TextSource } from './source';

/*
 * The formatter's worker. It formats a text and stores the output, from which the page requests the rows that it shows. It serves
 * requests between two chunks of the text.
 */
const port = self as unknown as {
  postMessage(message: FromWorker): void;
  onmessage: (event: MessageEvent<ToWorker>) => void;
};

/** Milliseconds between progress messages. */
const reportInterval = 50;
/** Size in bytes, and milliseconds, below which no progress is reported: rendering the first rows would only delay a short text. */
const shortText = 32 * 1024 * 1024;
const firstReport = 50;
/** Number of warnings of each kind that are listed. */
const maxWarnings = 200;
/** Bytes to check before requests are answered. */
const checkStep = 256 * 1024;

interface Task {
  run: number;
  indent: Indent;
  /** Size of the text in bytes or characters. */
  size: number;
  source: Source;
  output: Output;
  /** Offset in the output of the start of each document. */
  documents: number[];
  search?: Search;
  /** The last request of each of these types, which replaces earlier ones. */
  cursor?: WorkerRequest;
  parts?: WorkerRequest;
}

let current: Task | undefined;

port.onmessage = ({ data }) => {
  if (data.type === 'format') {
    const { run, indent, size, file } = data;
    drop();
    current = { run, indent, size, source: file ? fileSource(file) : new TextSource(), output: new Output(), documents: [] };
    format(current).catch((error: unknown) => port.postMessage({ type: 'failed', run, message: String(error) }));
  } else if (data.type === 'drop') drop();
  else if (data.run !== current?.run) return;
  else if (data.type === 'text') (current.source as TextSource).add(data.bytes, data.last);
  else {
    const { run, id, request } = data;
    respond(current, request)
      .then((response) => port.postMessage({ type: 'response', run, id, response }))
      .catch((error: unknown) => port.postMessage({ type: 'failed', run, message: String(error) }));
  }
};

function drop(): void {
  if (!current) return;
  const { source, output } = current;
  current = undefined;
  output.release();
  source.release();
}

async function format(task: Task): Promise<void> {
  const { run, indent, size, source, output } = task;
  const began = performance.now();
  const elapsed = () => performance.now() - began;
  let read = 0;
  let nextReport = size > shortText ? 0 : firstReport;
  let headSent = false;
  const head = async () => {
    if (headSent) return undefined;
    headSent = true;
    return numberDocuments(await output.rows(0, headRows), task.documents);
  };
  const formatter = createFormatter({
    indent,
    documents: true,
    onDocument: (offset) => task.documents.push(offset),
    onOutput: (bytes) => {
      if (task === current) output.append(bytes); // a discarded output's memory may be reused
    },
    onRows: (rows, lines, bytes) => output.count(rows, lines, bytes),
  });
  for await (const chunk of source.chunks()) {
    if (task !== current || !formatter.push(chunk)) break;
    read += chunk.length;
    if (output.size > maxTextAreaSize && elapsed() >= nextReport) {
      nextReport = elapsed() + reportInterval;
      port.postMessage({ type: 'progress', run, read, extent: output.extent, head: await head() });
    }
    await output.waitForBlobs();
  }
  const result = formatter.end();
  if (task !== current) return;
  output.finish();
  if (!result.ok) {
    const isSmall = size <= maxTextAreaSize && result.error.code === 'syntax';
    const repair = isSmall ? await repairSource(source, (position) => inTextArea(source, position)) : undefined;
    port.postMessage({ type: 'invalid', run, failure: inTextArea(source, result.error), repair });
    return;
  }
  const milliseconds = elapsed();
  const text = output.size <= maxTextAreaSize ? await output.text() : undefined;
  const report = (check: Check) => port.postMessage({ type: 'checked', run, check });
  // Check a small text before it is shown: the delay is not noticeable.
  const checked = text === undefined ? undefined : await check(task, () => {});
  port.postMessage({
    type: 'formatted',
    run,
    formatted: {
      ...output.extent,
      bytesIn: result.bytesIn,
      documents: result.documents,
      encoding: source.encoding,
      milliseconds,
      text,
      head: await head(),
    },
  });
  report(checked ?? (await check(task, report)));
}

/**
 * Formats the text a second time, with verification and warnings, and compares the result with the stored output.
 */
async function check({ run, indent, source, output }: Task, report: (check: Check) => void): Promise<Check> {
  const found: Check = { warnings: {}, total: 0, complete: false, onlyWhitespaceChanged: false };
  let reported = performance.now();
  let compared = 0;
  let identical = true;
  let written: Uint8Array[] = [];
  const formatter = createFormatter({
    indent,
    documents: true,
    verify: true,
    onOutput: (bytes) => written.push(bytes.slice()),
    onWarning: (warning) => {
      found.total++;
      const group = (found.warnings[warning.kind] ??= { total: 0, first: [] });
      if (group.total++ < maxWarnings) group.first.push(inTextArea(source, warning));
    },
  });
  const compare = async () => {
    const rewritten = written;
    written = [];
    for (const bytes of rewritten) {
      identical &&= equal(bytes, await output.read(compared, compared + bytes.length));
      compared += bytes.length;
    }
  };
  for await (const chunk of source.chunks()) {
    // Small steps, so that requests are answered in between.
    for (let from = 0, end = 0; from < chunk.length; from = end) {
      if (run !== current?.run) break;
      end = from + checkStep;
      formatter.push(chunk.subarray(from, end));
      await compare();
      if (performance.now() - reported > 1000) {
        reported = performance.now();
        if (found.total > 0) report(found);
      }
      await nextTask();
    }
    if (run !== current?.run) return found; // discarded
  }
  const result = formatter.end();
  await compare();
  return {
    ...found,
    complete: true,
    onlyWhitespaceChanged: result.ok && result.onlyWhitespaceChanged === true && identical && compared === output.size,
  };
}

/** Counts the byte order mark, which the source leaves out, in the columns of a text area. */
function inTextArea<P extends Position>(source: Source, position: P): P {
  const counted = source instanceof TextSource && source.encoding === 'byte order mark' && position.line === 1;
  return counted ? { ...position, column: position.column + 1 } : position;
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  const [words, others] = [toInt32Array(a), toInt32Array(b)];
  for (let index = 0; index < words.length; index++) if (words[index] !== others[index]) return false;
  for (let index = a.length & ~3; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}

/** Returns the bytes as 32-bit words, without the last 1 to 3 bytes. */
function toInt32Array(bytes: Uint8Array): Int32Array {
  const { buffer, byteOffset, length } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Int32Array(buffer, byteOffset, length >> 2);
}

const channel = new MessageChannel();
const waiting: Array<() => void> = [];
channel.port1.onmessage = () => waiting.shift()?.();

/** Yields to pending messages. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(undefined);
  });
}

async function respond(task: Task, request: WorkerRequest): Promise<unknown> {
  const { output, source, indent } = task;
  switch (request.type) {
    case 'rows':
      return numberDocuments(await output.rows(request.from, request.count), task.documents);
    case 'rowOfLine':
      return output.rowOfLine(request.line);
    case 'foldEnd':
      return output.foldEnd(request.row, request.indent);
    case 'line':
      return output.line(request.offset);
    case 'slice':
      return output.slice(request.from, request.to);
    case 'search': {
      const search = searchFor(task, request);
      const found = await search.next(output, request.from, request.backwards);
      if (!found) return undefined;
      const number = search.numberOf(found.offset);
      const match = { ...found, row: await output.rowOfOffset(found.offset) };
      return number === undefined ? match : { ...match, number, total: await search.count(output, async () => true) };
    }
    case 'count': {
      const search = searchFor(task, request);
      const total = await search.count(output, () => proceed(() => task.search === search));
      return total === undefined ? undefined : { number: search.numberOf(request.offset), total };
    }
    case 'cursor': {
      task.cursor = request;
      const document = documentAt(task.documents, request.offset);
      if (indent === 'none') return { document };
      const found = await findCursor(output, indent, request.offset, () => proceed(() => task.cursor === request));
      return task.cursor === request ? { ...found, document, content: await contentOf(output, request.offset) } : {};
    }
    case 'parts':
      task.parts = request;
      return findParts(output, indent, request.offset, () => proceed(() => task === current && task.parts === request));
    case 'value':
      return findValue(output, indent, request.offset, maxCopySize);
    case 'text':
      return findText(output, request.offset, maxCopySize);
    case 'repair':
      return repairSource(source, (position) => inTextArea(source, position));
    case 'locate': {
      const offset = await locate(source, indent, request.offset, output);
      return { offset, row: await output.rowOfOffset(offset) };
    }
    case 'excerpt': {
      const reach = 600;
      const decoder = new TextDecoder();
      const before = decoder.decode(await source.read(Math.max(0, request.offset - reach), request.offset));
      return { before, after: decoder.decode(await source.read(request.offset, request.offset + reach)) };
    }
    case 'blob':
      return output.blob();
  }
}

/** Returns the current search if it is for the same text. */
function searchFor(task: Task, { needle, matchCase }: { needle: string; matchCase: boolean }): Search {
  if (task.search?.text !== needle || task.search.matchCase !== matchCase) task.search = new Search(needle, matchCase);
  return task.search;
}

/** Yields to pending messages. @returns whether the response is still needed. */
async function proceed(isNeeded: () => boolean): Promise<boolean> {
  await nextTask();
  return isNeeded();
}

/** Bytes between tokens: white space, comma, colon. */
const separators = new Set([0x20, 0x0a, 0x09, 0x2c, 0x3a]);

/** Returns the offset in the output of a token of the input, from the size of the formatted text before it. */
async function locate(source: Source, indent: Indent, offset: number, output: Output): Promise<number> {
  let written = 0;
  let left = offset;
  const formatter = createFormatter({
    indent,
    documents: true,
    onOutput: (bytes) => {
      written += bytes.length;
    },
  });
  for await (const bytes of source.chunks()) {
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
      around.findIndex((byte) => !separators.has(byte)),
    )
  );
}
