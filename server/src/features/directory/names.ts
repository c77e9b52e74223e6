import { baseKey } from '../../platform/text/comparison-keys.ts';

/** The keys of the words of a name. */
export const nameWords = (name: string): string[] => baseKey(name).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** The parts of a place, such as Berlin and Germany of 'Berlin, Germany'. */
export const placeParts = (place: string): string[] =>
  place
    .split(',')
    .map((part) => part.trim())
    .filter((part) => baseKey(part) !== '');
