import type { TUnsafe } from 'typebox';
import { string, text } from './schema.ts';

/** Who can read a post or a comment. */
export const visibilities = ['members', 'public'] as const;
export type Visibility = (typeof visibilities)[number];

/** Visibility in a response. */
export const visibility = (description: string) => string({ enum: [...visibilities], description }) as unknown as TUnsafe<Visibility>;

/** Visibility in a body. Empty: the default, or no change. */
export const visibilityInput = ({ title = 'Visibility', description }: { title?: string; description?: string } = {}) =>
  text({
    title,
    ...(description && { description }),
    pattern: `^(${visibilities.join('|')})?$`,
    invalid: `${title} must be ${visibilities.join(' or ')}`,
  }) as unknown as TUnsafe<Visibility | ''>;
