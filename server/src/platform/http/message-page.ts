import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from './html.ts';
import { baseStyle, pageHead, pagePolicy } from './page-head.ts';

interface Message {
  status: number;
  siteTitle: string;
  heading: string;
  link: { href: string; label: string };
  /** A button that sends a POST request to the address of the page. */
  form?: { label: string };
}

/** Whether a browser requests a page, which shows errors as HTML. */
export const acceptsHtml = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => headers.accept?.includes('text/html') ?? false;

/** Responds with a page that has only a heading and a link, without scripts. */
export function sendMessagePage(reply: FastifyReply, { status, ...message }: Message): FastifyReply {
  reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-store', vary: 'accept' });
  return reply.code(status).type('text/html; charset=utf-8').send(messagePage(message));
}

const style = `${baseStyle}main { padding: 32px 16px; max-width: 44rem; margin: 0 auto; }
form { margin: 24px 0; }
button { min-height: 44px; padding: 0 20px; font: inherit; font-weight: 600; color: var(--page); background: var(--text); border: 0; border-radius: 8px; cursor: pointer; }
`;

/** Browsers show the icon, and their developer tools fetch robots.txt. */
const policy = pagePolicy(style, "img-src 'self'", "connect-src 'self'", "form-action 'self'");

const messagePage = ({ siteTitle, heading, link: { href, label }, form }: Omit<Message, 'status'>): string =>
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
<h1>${heading}</h1>
${
  form &&
  html`<form method="post"><button type="submit">${form.label}</button></form>
`
}<p><a href="${href}">${label}</a></p>
</main>
</body>
</html>
`.text;
