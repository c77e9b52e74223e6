import { UsageError } from './command.ts';

/** Parses the integer value of an option. Throws a UsageError if it is not between `min` and `max`. */
export function parseInteger(option: string, text: string, min: number, max: number): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= min && number <= max) return number;
  throw new UsageError(`--${option} must be a whole number from ${min} to ${max}, but is "${text}".`);
}
