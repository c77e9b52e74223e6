import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from './html.ts';
import { baseStyle, pageHead, pagePolicy } from './page-head.ts';

interface Message {
  status: number;
  siteTitle: string;
  heading: string;
  link: { href: string; label: string };
}

/** Whether a browser requests a page, which shows errors as HTML. */
export const acceptsHtml = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => headers.accept?.includes('text/html') ?? false;

/** Responds with a page that has only a heading and a link, without scripts. */
export function sendMessagePage(reply: FastifyReply, { status, ...message }: Message): FastifyReply {
  reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-store', vary: 'accept' });
  return reply.code(status).type('text/html; charset=utf-8').send(messagePage(message));
}

const style = `${baseStyle}main { padding: 32px 16px; max-width: 44rem; margin: 0 auto; }
`;

/** Browsers show the icon, and their developer tools fetch robots.txt. */
const policy = pagePolicy(style, "img-src 'self'", "connect-src 'self'");

const messagePage = ({ siteTitle, heading, link: { href, label } }: Omit<Message, 'status'>): string =>
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
<p><a href="${href}">${label}</a></p>
</main>
</body>
</html>
`.text;
