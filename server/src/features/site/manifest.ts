import type { Site } from './site.ts';

/** `surface` of the light theme (web/app/styles/tokens.css). */
const background = '#ffffff';

/** The web app manifest (https://www.w3.org/TR/appmanifest/), with the logo as icon if the site has one. */
export const manifest = ({ logo, shell }: Site) => ({
  id: '/dev',
  name: shell.title,
  short_name: shell.brand,
  description: shell.tagline,
  start_url: '/dev',
  scope: '/dev',
  display: 'standalone',
  background_color: background,
  theme_color: background,
  icons: logo
    ? [{ src: shell.logo, type: logo.type, sizes: 'any' }]
    : [
        { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
        { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
        { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
        { src: '/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
      ],
});
