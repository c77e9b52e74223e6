import { endpoint } from './shared/endpoint.ts';
import { id, object, string } from './shared/schema.ts';

/** Path of a user's picture. It stays the same when the picture changes. */
export const avatarPath = (userId: string): string => `/api/avatars/${userId}`;

/** Path of a user's picture, in a response. Clients on other origins add the origin of the API. */
export const avatar = () => string({ description: "Path of the user's picture; constant." });

/** Returns the picture from the avatar service, or the user's initials as an SVG image. */
export const readAvatar = endpoint({
  method: 'GET',
  path: '/api/avatars/:userId',
  summary: "Get a user's picture",
  tag: 'Users',
  access: 'anyone',
  params: object({ userId: id() }),
  type: 'image/*',
  reply: string({ description: 'PNG, JPEG, GIF, WebP or SVG.' }),
  hasEtag: true,
  notFound: 'userNotFound',
  isStatic: true,
});
