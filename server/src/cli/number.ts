import { UsageError } from './command.ts';

/** The whole number that an option was given. */
export function whole(option: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= least && number <= most) return number;
  throw new UsageError(`--${option} must be a whole number from ${least} to ${most}, but is "${text}".`);
}
