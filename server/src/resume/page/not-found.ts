import { html } from '../../http/html.ts';
import { pageHead } from '../../pages/page-head.ts';
import { resumeStyles } from './style.ts';

/** Returns the page for a link to the résumé of an unknown member. */
export const notFoundPage = (siteTitle: string): string =>
  html`<!doctype html>
<html lang="en">
<head>
${pageHead(
  `Profile not found · ${siteTitle}`,
  resumeStyles.modern,
  html`<link rel="icon" href="/icon.svg" type="image/svg+xml">
`,
)}
</head>
<body>
<main class="alone">
<h1>Profile not found</h1>
<p><a href="/dev/profiles">Browse the developers</a></p>
</main>
</body>
</html>
`.text;
