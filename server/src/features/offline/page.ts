import { createHash } from 'node:crypto';
import { html, verbatim } from '../../platform/http/html.ts';
import { pageHead, pagePolicy } from '../../platform/http/page-head.ts';
import type { Logo } from '../site/logo.ts';
import type { Site } from '../site/site.ts';

const style = `
:root { color-scheme: light dark; --text: light-dark(#17191e, #e7e9ee); --muted: light-dark(#5c616c, #a3a9b5); --page: light-dark(#ffffff, #16181d); --line: light-dark(#e5e6ea, #2c3038); }
body { font: 15px/22px ui-sans-serif, system-ui, sans-serif; color: var(--text); background: var(--page); max-width: 36rem; margin: 0 auto; padding: min(112px, 16vh) 16px; overflow-wrap: anywhere; }
.brand { display: flex; align-items: center; gap: 10px; font-weight: 600; color: var(--text); margin: 0 0 40px; }
.brand img { width: 24px; height: 24px; object-fit: contain; flex-shrink: 0; }
h1 { font-size: 22px; line-height: 28px; font-weight: 600; margin: 0 0 8px; }
h2 { font-size: 17px; line-height: 24px; font-weight: 600; margin: 56px 0 0; }
p { color: var(--muted); margin: 0 0 24px; }
button { font: inherit; font-weight: 500; color: var(--page); background: var(--text); border: 0; border-radius: 8px; padding: 0 20px; min-height: 44px; cursor: pointer; }
a { color: var(--text); text-underline-offset: 3px; }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: 12px 24px; }
[hidden] { display: none; }
:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
ul { list-style: none; margin: 0; padding: 0; }
li { white-space: pre-wrap; border-top: 1px solid var(--line); padding: 12px 0; }
h2 + p { margin: 0 0 12px; }
`;

/*
 * Uses the theme that the viewer chose (web/app/ui/browser/theme.tsx). Shows the member's drafts (web/app/features/drafts/records.ts) while they are signed in, links to the formatter if this browser has it (web/offline), and loads the requested page when the browser is online again.
 */
const script = `
try {
  document.documentElement.style.colorScheme = localStorage.getItem('theme') ?? '';
} catch {}
const drafts = () => {
  try {
    const account = JSON.parse(localStorage.getItem('drafts-of'));
    if (localStorage.getItem('token') === null || account === null) return [];
    const keys = Object.keys(localStorage).filter((key) => key.startsWith('drafts:' + account + ':'));
    const drafts = keys.map((key) => JSON.parse(localStorage.getItem(key))).sort((a, b) => b.changedAt - a.changedAt);
    const texts = drafts.map(({ fields }) => Object.entries(fields ?? {}).flatMap(([name, value]) => (['visibility', 'base'].includes(name) ? [] : [value])));
    return texts.map((values) => values.filter((text) => typeof text === 'string' && text.trim() !== '').join('\\n')).filter(Boolean);
  } catch {
    return [];
  }
};
for (const text of drafts()) {
  const item = document.createElement('li');
  item.dir = 'auto';
  item.textContent = text;
  document.querySelector('ul').append(item);
  document.querySelector('section').hidden = false;
}
const offerFormatter = (names) => {
  document.querySelector('a').hidden = !names.some((name) => name.startsWith('formatter-'));
};
globalThis.caches?.keys().then(offerFormatter, () => undefined);
const retry = () => location.reload();
document.querySelector('button').addEventListener('click', retry);
addEventListener('online', retry);
const timer = setTimeout(() => navigator.onLine && retry(), 10_000); // no event fires when only the site was down
document.querySelector('a').addEventListener('click', () => {
  clearTimeout(timer);
  removeEventListener('online', retry); // a reload would cancel this navigation
});
`;

/** The icon of a site without a logo (web/public/icon.svg). */
const defaultIcon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#3046c8"/><path d="M12.5 9.5 6 16l6.5 6.5M19.5 9.5 26 16l-6.5 6.5" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>';

/** Returns the address of the logo or icon. It contains the image, because the service worker caches nothing but the page. */
const imageOf = ({ type, bytes }: Logo = { type: 'image/svg+xml', bytes: Buffer.from(defaultIcon) }) =>
  `data:${type};base64,${bytes.toString('base64')}`;

/** Renders the page that the service worker shows instead of the browser's error while the site cannot be reached. */
export const offlinePage = ({ shell, logo }: Site): string =>
  html`<!doctype html>
<html lang="en">
<head>
${pageHead(`You are offline · ${shell.title}`, style)}
</head>
<body>
<main>
<p class="brand"><img src="${imageOf(logo)}" alt=""><bdi>${shell.brand}</bdi></p>
<h1>You are offline</h1>
<p><bdi>${shell.brand}</bdi> cannot be reached. Check your connection, then try again.</p>
<p class="actions"><button type="button">Retry</button>
<a href="/dev/formatter" hidden>Open the JSON formatter</a></p>
<section hidden>
<h2>Your drafts are safe</h2>
<p>They are stored in this browser, and are in their forms when you are online again.</p>
<ul></ul>
</section>
</main>
<script>${verbatim(script)}</script>
</body>
</html>
`.text;

const scriptHash = createHash('sha256').update(script).digest('base64');

/** A policy that allows only the page's own style, script and image. */
export const offlinePolicy = pagePolicy(
  style,
  `script-src 'sha256-${scriptHash}'`,
  'img-src data:',
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
);
