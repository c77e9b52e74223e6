import type { SocialNetwork } from '@dev-connector/contract';

/** Where the network has a user of this name; a résumé may give the name alone. */
export const userAddresses: Record<SocialNetwork, string> = {
  twitter: 'https://twitter.com/',
  facebook: 'https://www.facebook.com/',
  youtube: 'https://www.youtube.com/@',
  linkedin: 'https://www.linkedin.com/in/',
  instagram: 'https://www.instagram.com/',
};
export const githubAddress = 'https://github.com/';
