import type { SocialNetwork } from '@dev-connector/contract';

/** Address prefixes of user pages. A résumé may contain only the user name. */
export const userAddresses: Record<SocialNetwork, string> = {
  twitter: 'https://twitter.com/',
  facebook: 'https://www.facebook.com/',
  youtube: 'https://www.youtube.com/@',
  linkedin: 'https://www.linkedin.com/in/',
  instagram: 'https://www.instagram.com/',
};
export const githubAddress = 'https://github.com/';
