import { endpoint } from '../shared/endpoint.ts';
import { limits } from '../shared/limits.ts';
import { boolean, file, integer, message, object, optional, string, text } from '../shared/schema.ts';

/** Matches the id of an uploaded image: 128 random bits in base64url. */
export const mediaIdPattern = '^[\\w-]{22}$';

/** Path of an uploaded image, as texts refer to it. */
export const mediaPath = (id: string): string => `/media/${id}`;

/** Returns the distinct ids of the uploaded images in a Markdown source or its HTML. */
export const mediaIdsIn = (source: string): string[] => [
  ...new Set([...source.matchAll(/\/media\/([\w-]{22})(?![\w-])/g)].map(([, id]) => id as string)),
];

/** Media types of the images that members may upload. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];

const image = () => file({ title: 'Image', required: 'Please choose an image', description: 'PNG, JPEG, WebP, GIF or AVIF.' });

/**
 * Stores an image as WebP without metadata. Anyone with the address can view it while a post, comment, version or draft of its uploader refers to it, and for
 * `limits.unusedMediaHours` if no post or comment has shown it yet.
 */
export const createMedia = endpoint({
  method: 'POST',
  path: '/api/media',
  summary: 'Upload an image',
  tag: 'Media',
  access: 'member',
  stores: true,
  isUpload: true,
  body: object(
    {
      file: image(),
      alt: optional(
        text({ title: 'Alternative text', max: limits.mediaAlt, description: 'Describes the image to those who cannot see it.' }),
      ),
    },
    { title: 'MediaInput' },
  ),
  reply: object(
    { url: string({ description: 'Path of the image.' }), width: integer({ minimum: 1 }), height: integer({ minimum: 1 }) },
    { title: 'Media' },
  ),
  rate: 'upload',
  errors: ['imageInvalid', 'imageTooManyPixels', 'imageTooLarge', 'imageTooSlow'],
});

/** Texts that refer to it show its alternative text. */
export const deleteMedia = endpoint({
  method: 'DELETE',
  path: '/api/media/:id',
  summary: 'Delete an image that you uploaded',
  tag: 'Media',
  access: 'member',
  params: object({ id: string({ pattern: mediaIdPattern }) }),
  reply: message,
  notFound: 'mediaNotFound',
});

export const readMedia = endpoint({
  method: 'GET',
  path: '/media/:id',
  summary: 'Get an uploaded image',
  tag: 'Media',
  access: 'anyone',
  params: object({ id: string({ pattern: mediaIdPattern }) }),
  type: 'image/webp',
  reply: string(),
  hasEtag: true,
  notFound: 'mediaNotFound',
  isStatic: true,
});

/** Crops the image to the largest centred square. */
export const updateAvatar = endpoint({
  method: 'PUT',
  path: '/api/account/avatar',
  summary: 'Upload your picture',
  tag: 'Users',
  access: 'member',
  unverified: true,
  stores: true,
  isUpload: true,
  body: object({ file: image() }, { title: 'AvatarInput' }),
  reply: message,
  rate: 'upload',
  errors: ['imageInvalid', 'imageTooManyPixels', 'imageTooLarge', 'imageTooSlow'],
});

/** The picture at `account.avatar` may also come from the avatar service, or show the initials. */
export const readOwnAvatar = endpoint({
  method: 'GET',
  path: '/api/account/avatar',
  summary: 'Check whether you have uploaded a picture',
  tag: 'Users',
  access: 'member',
  reply: object({ uploaded: boolean() }, { title: 'OwnAvatar' }),
});

/** The picture from the avatar service or the initials replace it. */
export const deleteAvatar = endpoint({
  method: 'DELETE',
  path: '/api/account/avatar',
  summary: 'Remove your uploaded picture',
  tag: 'Users',
  access: 'member',
  unverified: true,
  reply: message,
});
