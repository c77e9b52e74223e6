import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { escapeJson, escapeLines } from '../platform/log/escape.ts';

/** The command was called with invalid arguments. Exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The command failed. The message is a complete sentence for the user. Exit code 1. */
export class CommandFailure extends Error {
  override name = 'CommandFailure';
}

/** Runs with the arguments after the command's name. Resolves to the exit code. */
export type Command = (args: string[]) => Promise<number>;

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: Options }>>['values'];

interface Definition<Options extends ParseArgsOptionsConfig> {
  /** The text that `--help` prints. */
  help: string;
  /** Names of the required positional arguments, in order. The first one is the subcommand if there are several. */
  positionals?: readonly string[];
  options: Options;
  /** Resolves to the exit code; nothing means 0. */
  run(values: Values<Options>, positionals: string[]): Promise<number> | Promise<void>;
}

/** Defines a command that handles `--help` and validates its options and positional arguments. */
export function command<const Options extends ParseArgsOptionsConfig>({
  help,
  positionals: required = [],
  options,
  run,
}: Definition<Options>): Command {
  return async (args) => {
    // Handle --help first, so that it works with invalid arguments.
    if (isHelp(args)) {
      console.log(help);
      return 0;
    }
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const missing = required[positionals.length];
    if (missing) throw new UsageError(`Missing argument: ${missing}.`);
    if (positionals.length > required.length) throw new UsageError(`Unexpected argument: "${positionals[required.length]}".`);
    return (await run(values as Values<Options>, positionals)) ?? 0;
  };
}

/** Returns a command that runs the subcommand of its first positional argument. All subcommands have the same help. */
export const subcommands =
  (name: string, commands: Record<string, Command>): Command =>
  async (args) => {
    const names = Object.keys(commands);
    const subcommand = args.find((arg) => !arg.startsWith('-')) ?? (isHelp(args) ? names[0] : undefined);
    if (subcommand === undefined) throw new UsageError(`Missing subcommand: ${oneOf.format(names)}.`);
    if (!Object.hasOwn(commands, subcommand)) throw new UsageError(`Unknown command "${name} ${subcommand}".`);
    return (commands[subcommand] as Command)(args);
  };

const oneOf = new Intl.ListFormat('en-GB', { type: 'disjunction' });

const isHelp = (args: string[]): boolean => args.includes('--help') || args.includes('-h');

/** Parses the integer value of an option. Throws a UsageError if it is not between `min` and `max`. */
export function parseInteger(option: string, text: string, min: number, max: number): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= min && number <= max) return number;
  throw new UsageError(`--${option} must be a whole number from ${min} to ${max}, but is "${text}".`);
}

/** Prints a value as JSON on one line, for `--json`. */
export const printJson = (value: unknown): void => console.log(escapeJson(value));

/** Prints text to standard output. Escapes control characters, because the text can contain user input. */
export const print = (text: string): void => console.log(escapeLines(text));

/** Prints a result: with `--json` the value, otherwise the text. */
export const output = (json: boolean | undefined, value: unknown, text: string): void => (json ? printJson(value) : print(text));
