/** The command `dev-connector format`. Exit code 0 when every text is valid, 1 when one is not, 2 for a wrong use. */
import { closeSync, openSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readChunks, writeAll } from './blocking.ts';
import { createFormatter } from './formatter.ts';
import type { FormatFailure, FormatterOptions, Indent, Warning } from './types.ts';

const usage = (program: string) => `Formats JSON without changing anything but white space, at any size.

  ${program} [options] [file …]        reads standard input when no file, or -, is named

  --indent 2|4|tab   indentation (2)
  --minify           no white space at all
  --lines            JSON Lines: one value per line
  --check            only says whether the text is valid; writes no text
  --warn             also tells of duplicate keys, integers beyond 2^53 and lone surrogates; of the objects open at once,
                     500,000 keys are remembered, and it tells when there are more
  --help             this text

Writes to standard output; errors as line:column: message to standard error. What was written before an error is incomplete.
Exit code: 0 valid, 1 invalid or unreadable, 2 wrong use.
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
  if (!indent) throw new UsageError(`--indent is 2, 4 or tab, not '${values.indent}'.`);
  if (values.minify && values.indent) throw new UsageError('--minify and --indent exclude each other.');
  const formatter = { indent: values.minify ? ('none' as const) : indent, lines: values.lines ?? false };
  return { files: positionals.length > 0 ? positionals : ['-'], formatter, check: values.check ?? false, warn: values.warn ?? false };
}

/** The line around the failure and a caret under the place; tabs stay tabs so that the caret stays below it. */
function drawSnippet({ snippet }: FormatFailure): string {
  const start = snippet.cutBefore ? '…' : '';
  const shown = (text: string) => text.replace(/[^\P{C}\t]/gu, '\ufffd');
  const under = `${start}${snippet.text.slice(0, snippet.caret)}`.replace(/[^\t]/gu, ' ');
  return `  ${start}${shown(snippet.text)}${snippet.cutAfter ? '…' : ''}\n  ${under}^\n`;
}

function describeWarning(warning: Warning): string {
  if (warning.kind === 'duplicate-key')
    return `the key ${JSON.stringify(warning.key)} stands already at ${warning.first.line}:${warning.first.column}`;
  if (warning.kind === 'large-integer') return `many programs cannot hold the integer ${warning.number} exactly`;
  if (warning.kind === 'lone-surrogate') return `${warning.escape} is half of a surrogate pair`;
  return 'too many keys at once: duplicates from here on may be missed';
}

/** @returns whether the text was valid. */
function formatFile(file: string, { formatter: options, check, warn, files }: Command): boolean {
  const name = files.length > 1 ? `${file}:` : '';
  const complain = (text: string) => writeAll(2, Buffer.from(text));
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
      ...(warn && { onWarning: (warning) => complain(`${name}${warning.line}:${warning.column}: warning: ${describeWarning(warning)}\n`) }),
    });
    for (const chunk of readChunks(descriptor)) if (!formatter.push(chunk)) break;
    const result = formatter.end();
    if (wrote) writeAll(1, Buffer.from('\n'));
    if (!result.ok) complain(`${name}${result.error.line}:${result.error.column}: ${result.error.message}\n${drawSnippet(result.error)}`);
    return result.ok;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined || code === 'EPIPE') throw error;
    complain(`${file}: ${message}\n`);
    return false;
  } finally {
    if (descriptor > 0) closeSync(descriptor);
  }
}

/** Runs the command, called `program` in its help. @returns its exit code. */
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
    // Whoever read the output has read enough.
    if (code === 'EPIPE') return 0;
    if (!(error instanceof UsageError) && !code?.startsWith('ERR_PARSE_ARGS')) throw error;
    writeAll(2, Buffer.from(`${message}\n\n${usage(program)}`));
    return 2;
  }
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2), 'node json/src/cli.ts');
