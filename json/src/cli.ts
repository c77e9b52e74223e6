/** The command `dev-connector format`. Exit code 0 if every text is valid, 1 if one is not, 2 for a usage error. */
import { closeSync, openSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readChunks, writeAll } from './blocking-io.ts';
import { createDecoder, type DetectedEncoding, encodingNames } from './encoding.ts';
import { createFormatter, type Formatter } from './formatter.ts';
import { describeRepair, type RepairEdit, repair } from './repair/index.ts';
import { maxRepairLength } from './repair/limits.ts';
import type { FormatFailure, FormatterOptions, Indent, Warning } from './types.ts';

const usage = (program: string) => `Formats JSON of any size. Changes only white space.

  ${program} [options] [file …]        reads standard input if no file, or -, is given

  --indent 2|4|tab   indentation (default 2)
  --minify           write no white space
  --lines            JSON Lines: one value of any kind per line
  --repair           repair mistakes whose intention is certain, and list the edits; texts of up to 16 MB
  --check            validate only, without output
  --warn             also report duplicate keys, numbers that a 64-bit float cannot hold, lone surrogates;
                     duplicates are found among up to 500,000 keys of open objects
  --help             show this help

Reads UTF-8, or UTF-16 with or without a byte order mark. Writes UTF-8 to standard output, and errors to standard error as line:column: message. After an error the output is incomplete.
Exit code: 0 valid, 1 invalid or unreadable, 2 usage error.
`;

interface Command {
  files: string[];
  formatter: FormatterOptions;
  check: boolean;
  warn: boolean;
  repairs: boolean;
}

class UsageError extends Error {}

function readCommand(args: string[]): Command | 'help' {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      indent: { type: 'string' },
      minify: { type: 'boolean' },
      lines: { type: 'boolean' },
      repair: { type: 'boolean' },
      check: { type: 'boolean' },
      warn: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return 'help';
  const indents: Record<string, Indent> = { 2: 2, 4: 4, tab: 'tab' };
  const indent = indents[values.indent ?? '2'];
  if (!indent) throw new UsageError(`--indent must be 2, 4 or tab, not '${values.indent}'.`);
  if (values.minify && values.indent) throw new UsageError('--minify and --indent cannot be combined.');
  const { lines = false, check = false, warn = false, repair: repairs = false } = values;
  if (lines && repairs) throw new UsageError('--lines and --repair cannot be combined.');
  const formatter = { indent: values.minify ? ('none' as const) : indent, lines, documents: !lines };
  return { files: positionals.length > 0 ? positionals : ['-'], formatter, check, warn, repairs };
}

/** Draws the line around the failure with a caret below. Keeps tabs, so that the caret is aligned. */
function drawSnippet({ snippet }: FormatFailure): string {
  const start = snippet.cutBefore ? '…' : '';
  const shown = (text: string) => text.replace(/[^\P{C}\t]/gu, '\ufffd');
  const caretLine = `${start}${snippet.text.slice(0, snippet.caret)}`.replace(/[^\t]/gu, ' ');
  return `  ${start}${shown(snippet.text)}${snippet.cutAfter ? '…' : ''}\n  ${caretLine}^\n`;
}

function describeWarning(warning: Warning): string {
  if (warning.kind === 'duplicate-key')
    return `duplicate key ${JSON.stringify(warning.key)}, first at ${warning.first.line}:${warning.first.column}`;
  if (warning.kind === 'large-integer') return `many programs cannot represent the integer ${warning.number} exactly`;
  if (warning.kind === 'out-of-range') return `many programs read the number ${warning.number} as infinity or 0`;
  if (warning.kind === 'lone-surrogate') return `${warning.escape} is a lone surrogate`;
  return 'too many keys in open objects: duplicates may be missed from here on';
}

/** Says how a text was read that is not plain UTF-8. */
function describeEncoding({ encoding, mark }: DetectedEncoding): string | undefined {
  if (encoding !== 'utf-8') return `the text is in ${encodingNames[encoding]}; the output is in UTF-8`;
  return mark > 0 ? 'the byte order mark is left out' : undefined;
}

/** Describes an edit in one line. */
function describeEdit({ kind, removed, text }: RepairEdit): string {
  const shown = (part: string) => JSON.stringify(part.length > 60 ? `${part.slice(0, 60)}…` : part);
  const change = removed === '' ? shown(text) : text === '' ? shown(removed) : `${shown(removed)} becomes ${shown(text)}`;
  return `${describeRepair(kind)}: ${change}`;
}

/** Stores the text of an input, up to the maximum size of a repair. */
class Collector {
  private readonly chunks: Uint8Array[] = [];
  private size = 0;

  add(chunk: Uint8Array): void {
    this.size += chunk.length;
    if (this.exceeded) this.chunks.length = 0;
    else this.chunks.push(chunk.slice());
  }

  get exceeded(): boolean {
    return this.size > maxRepairLength;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.chunks);
  }

  /** Undefined if the text is too large or not UTF-8. */
  text(): string | undefined {
    if (this.exceeded) return undefined;
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(this.bytes);
    } catch {
      return undefined;
    }
  }
}

/** @returns whether the text was valid, or has been repaired. */
function formatFile(file: string, command: Command): boolean {
  const { formatter: options, check, warn, repairs, files } = command;
  const name = files.length > 1 ? `${file}:` : '';
  const writeError = (text: string) => writeAll(2, Buffer.from(text));
  let wrote = false;
  let descriptor = 0;

  const create = (): Formatter =>
    createFormatter({
      ...options,
      ...(!check && {
        onOutput: (bytes) => {
          wrote = true;
          writeAll(1, bytes);
        },
      }),
      ...(warn && {
        onWarning: (warning) => writeError(`${name}${warning.line}:${warning.column}: warning: ${describeWarning(warning)}\n`),
      }),
    });

  /** Ends the text and reports the result. Returns the error, if any. */
  function finish(formatter: Formatter, encoding: DetectedEncoding | undefined): FormatFailure | undefined {
    const result = formatter.end();
    if (wrote) writeAll(1, Buffer.from('\n'));
    if (!result.ok) {
      writeError(`${name}${result.error.line}:${result.error.column}: ${result.error.message}\n${drawSnippet(result.error)}`);
      return result.error;
    }
    const note = encoding && describeEncoding(encoding);
    if (note) writeError(`${name}note: ${note}\n`);
    if (result.documents > 1 && !options.lines) writeError(`${name}note: ${result.documents} documents, each on new lines\n`);
    return undefined;
  }

  /** Says whether a repair is certain. */
  function advise(collector: Collector): void {
    const text = collector.text();
    const result = text === undefined ? undefined : repair(text);
    if (result?.ok) writeError(`${name}note: ${count(result.edits.length, 'edit')} would repair this text: add --repair\n`);
    else if (result) writeError(`${name}${result.advice.line}:${result.advice.column}: advice: ${result.advice.message}\n`);
  }

  /** Formats the repaired text. Returns false if no repair is certain. */
  function formatRepaired(text: string, encoding: DetectedEncoding | undefined): boolean {
    const result = repair(text);
    if (result.ok) for (const edit of result.edits) writeError(`${name}${edit.line}:${edit.column}: repaired: ${describeEdit(edit)}\n`);
    const formatter = create();
    formatter.push(result.ok ? result.text : text);
    const failure = finish(formatter, encoding);
    if (failure?.code === 'syntax' && !result.ok)
      writeError(`${name}${result.advice.line}:${result.advice.column}: advice: ${result.advice.message}\n`);
    return failure === undefined;
  }

  try {
    if (file !== '-') descriptor = openSync(file, 'r');
    const decoder = createDecoder();
    const collector = new Collector();
    const formatter = repairs ? undefined : create();
    let valid = true;
    const take = (bytes: Uint8Array): boolean => {
      collector.add(bytes);
      if (valid && formatter) valid = formatter.push(bytes);
      return (valid && formatter !== undefined) || !collector.exceeded;
    };
    for (const chunk of readChunks(descriptor)) if (!take(decoder.push(chunk))) break;
    take(decoder.end());
    if (formatter) {
      const failure = finish(formatter, decoder.detected);
      // A text that exceeds a limit may be valid.
      if (failure?.code === 'syntax' && !options.lines) advise(collector);
      return failure === undefined;
    }
    const text = collector.text();
    if (text !== undefined) return formatRepaired(text, decoder.detected);
    if (collector.exceeded) writeError(`${name}note: the text is too large to repair\n`);
    else {
      const whole = create();
      whole.push(collector.bytes);
      finish(whole, decoder.detected);
    }
    return false;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined || code === 'EPIPE') throw error;
    writeError(`${file}: ${message}\n`);
    return false;
  } finally {
    if (descriptor > 0) closeSync(descriptor);
  }
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Runs the command. `program` is its name in the help. @returns the exit code. */
export function main(args: string[], program: string): number {
  try {
    const command = readCommand(args);
    if (command === 'help') {
      writeAll(1, Buffer.from(usage(program)));
      return 0;
    }
    let valid = true;
    for (const file of command.files) valid = formatFile(file, command) && valid;
    return valid ? 0 : 1;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // The reader closed the pipe.
    if (code === 'EPIPE') return 0;
    if (!(error instanceof UsageError) && !code?.startsWith('ERR_PARSE_ARGS')) throw error;
    writeAll(2, Buffer.from(`${message}\n\n${usage(program)}`));
    return 2;
  }
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2), 'node json/src/cli.ts');
