import type { TUnsafe } from 'typebox';
import { string, text } from './schema.ts';

/** Who can read a post. */
export const visibilities = ['members', 'public'] as const;
export type Visibility = (typeof visibilities)[number];

/** Visibility in a response. */
export const visibility = () =>
  string({
    enum: [...visibilities],
    description:
      'Who can read the post: members, or everyone. Visitors see the numbers of likes and comments, but not the likes and comments themselves.',
  }) as unknown as TUnsafe<Visibility>;

/** Visibility in a body. Empty: the default, or no change. */
export const visibilityInput = () =>
  text({
    title: 'Visibility',
    pattern: `^(${visibilities.join('|')})?$`,
    invalid: `Visibility must be ${visibilities.join(' or ')}`,
  }) as unknown as TUnsafe<Visibility | ''>;
