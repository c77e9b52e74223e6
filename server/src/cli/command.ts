import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { visibleJson, visibleLines } from '../log/visible.ts';

/** The command was called in a way that it does not know: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The command could not do what it was asked for; its message is a whole sentence for the person who asked. Exit code 1. */
export class CommandFailure extends Error {
  override name = 'CommandFailure';
}

/** Runs with the words that follow its name; resolves to the exit code. */
export type Command = (args: string[]) => Promise<number>;

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: Options }>>['values'];

interface Definition<Options extends ParseArgsOptionsConfig> {
  /** What `--help` prints. */
  help: string;
  /** Names of the words that must be there, in order. */
  words?: readonly string[];
  options: Options;
  /** Resolves to the exit code, 0 where it is nothing. */
  run(values: Values<Options>, words: string[]): Promise<number | undefined>;
}

/** A command that knows `--help`, its options, and how many words it wants. */
export function command<const Options extends ParseArgsOptionsConfig>({ help, words = [], options, run }: Definition<Options>): Command {
  return async (args) => {
    // Asked first: whoever wants help need not have the rest right.
    if (args.includes('--help') || args.includes('-h')) {
      console.log(help);
      return 0;
    }
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const missing = words[positionals.length];
    if (missing) throw new UsageError(`${missing} is missing.`);
    if (positionals.length > words.length) throw new UsageError(`"${positionals[words.length]}" is one word too many.`);
    return (await run(values as Values<Options>, positionals)) ?? 0;
  };
}

/** For `--json`: one object on one line. */
export const printJson = (value: unknown): void => console.log(visibleJson(value));

/** For people, on standard output and standard error. Others chose some of what is printed, so no character may steer the terminal. */
export const print = (text: string): void => console.log(visibleLines(text));
export const printNote = (text: string): void => console.error(visibleLines(text));
