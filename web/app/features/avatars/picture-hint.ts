import { useFetchesPictures } from '../site/capabilities';

/** Says where a member's picture appears, and what the site shows without one. */
export const usePictureHint = (): string =>
  `It appears next to your posts and comments. Without one, the site shows ${
    useFetchesPictures() ? 'your picture from Gravatar, or your initials' : 'your initials'
  }.`;
