import type { FastifyReply, FastifyRequest } from 'fastify';
import { html, verbatim } from './html.ts';
import { baseStyle, pageHead, pagePolicy } from './page-head.ts';

interface Message {
  status: number;
  siteTitle: string;
  /** Above the heading. */
  siteName?: string;
  heading: string;
  paragraphs?: string[];
  link: { href: string; label: string };
  /** A button that sends a POST request. */
  form?: { action: string; label: string; isQuiet?: boolean };
}

/** Whether a browser requests a page, which shows errors as HTML. */
export const acceptsHtml = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => headers.accept?.includes('text/html') ?? false;

/** Responds with a page that has only a heading, a text, a button and a link, without scripts. */
export function sendMessagePage(reply: FastifyReply, { status, ...message }: Message): FastifyReply {
  reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-store', vary: 'accept' });
  return reply.code(status).type('text/html; charset=utf-8').send(messagePage(message));
}

const style = `${baseStyle}main { padding: 32px 16px; max-width: 36rem; margin: 0 auto; }
.site { margin-bottom: 32px; font-weight: 600; }
.site a { color: var(--text); text-decoration: none; }
h1 { font-size: 26px; line-height: 34px; }
p { margin-top: 16px; }
.text { color: var(--muted); }
form { margin: 24px 0; }
button { min-height: 44px; padding: 0 20px; font: inherit; font-weight: 600; color: var(--page); background: var(--text); border: 1px solid var(--text); border-radius: 8px; cursor: pointer; }
.quiet { color: var(--text); background: var(--page); border-color: var(--muted); }
@media (min-width: 40rem) { main { padding-top: 64px; } }
@media (max-width: 30rem) { button { width: 100%; } }
`;

/** Browsers show the icon, and their developer tools fetch robots.txt. */
const policy = pagePolicy(style, "img-src 'self'", "connect-src 'self'", "form-action 'self'");

const messagePage = ({ siteTitle, siteName, heading, paragraphs = [], link: { href, label }, form }: Omit<Message, 'status'>): string =>
  html`<!doctype html>
<html lang="en">
<head>
${pageHead(
  `${heading} · ${siteTitle}`,
  style,
  html`<link rel="icon" href="/icon.svg" type="image/svg+xml">
`,
)}
</head>
<body>
<main>
${
  siteName &&
  html`<p class="site"><a href="/dev"><bdi>${siteName}</bdi></a></p>
`
}<h1>${heading}</h1>
${paragraphs.map(
  (text) => html`<p class="text">${text}</p>
`,
)}${
  form &&
  html`<form method="post" action="${form.action}"><button type="submit"${form.isQuiet && verbatim(' class="quiet"')}>${form.label}</button></form>
`
}<p><a href="${href}">${label}</a></p>
</main>
</body>
</html>
`.text;
