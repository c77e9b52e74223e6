import { html, verbatim } from '../html.ts';
import { resumeStyle } from './style.ts';

/** For people who followed a link to the résumé of somebody who is not here. */
export const notFoundPage = (): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Profile not found · Dev Connector Demo</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>${verbatim(resumeStyle)}</style>
</head>
<body>
<main class="alone">
<h1>Profile not found</h1>
<p><a href="/dev/profiles">Browse the developers</a></p>
</main>
</body>
</html>
`.text;
