import type { SocialNetwork } from '@dev-connector/contract';

/** What the social networks call themselves. */
export const networkNames: Record<SocialNetwork, string> = {
  twitter: 'Twitter',
  facebook: 'Facebook',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
  instagram: 'Instagram',
};
