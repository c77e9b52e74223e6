/** The command `dev-connector format`. Exit code 0 if every text is valid, 1 if one is not, 2 for a usage error. */
import { closeSync, openSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readChunks, writeAll } from './blocking-io.ts';
import { createDecoder, type DetectedEncoding, encodingNames } from './encoding.ts';
import { createFormatter } from './formatter.ts';
import type { FormatFailure, FormatterOptions, Indent, Warning } from './types.ts';

const usage = (program: string) => `Formats JSON of any size. Changes only white space.

  ${program} [options] [file …]        reads standard input if no file, or -, is given

  --indent 2|4|tab   indentation (default 2)
  --minify           write no white space
  --lines            JSON Lines: one value per line
  --check            validate only, without output
  --warn             also report duplicate keys, integers beyond 2^53 and lone surrogates;
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
  const formatter = { indent: values.minify ? ('none' as const) : indent, lines: values.lines ?? false };
  return { files: positionals.length > 0 ? positionals : ['-'], formatter, check: values.check ?? false, warn: values.warn ?? false };
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
  if (warning.kind === 'lone-surrogate') return `${warning.escape} is a lone surrogate`;
  return 'too many keys in open objects: duplicates may be missed from here on';
}

/** Says how a text was read that is not plain UTF-8. */
function describeEncoding({ encoding, mark }: DetectedEncoding): string | undefined {
  if (encoding !== 'utf-8') return `the text is in ${encodingNames[encoding]}; the output is in UTF-8`;
  return mark > 0 ? 'the byte order mark is left out' : undefined;
}

/** @returns whether the text was valid. */
function formatFile(file: string, { formatter: options, check, warn, files }: Command): boolean {
  const name = files.length > 1 ? `${file}:` : '';
  const writeError = (text: string) => writeAll(2, Buffer.from(text));
  let wrote = false;
  let descriptor = 0;
  try {
    if (file !== '-') descriptor = openSync(file, 'r');
    const formatter = createFormatter({
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
    const decoder = createDecoder();
    for (const chunk of readChunks(descriptor)) if (!formatter.push(decoder.push(chunk))) break;
    formatter.push(decoder.end());
    const result = formatter.end();
    if (wrote) writeAll(1, Buffer.from('\n'));
    const note = decoder.detected && describeEncoding(decoder.detected);
    if (note && result.ok) writeError(`${name}note: ${note}\n`);
    if (!result.ok) writeError(`${name}${result.error.line}:${result.error.column}: ${result.error.message}\n${drawSnippet(result.error)}`);
    return result.ok;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined || code === 'EPIPE') throw error;
    writeError(`${file}: ${message}\n`);
    return false;
  } finally {
    if (descriptor > 0) closeSync(descriptor);
  }
}

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
