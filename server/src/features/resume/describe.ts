import { shorten } from './shorten.ts';

/** Describes a JSON value for a message. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return value === null ? 'null' : 'an object';
  return JSON.stringify(typeof value === 'string' ? shorten(value) : value);
}
