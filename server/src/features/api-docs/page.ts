import { createHash } from 'node:crypto';
import { readOpenapi } from '@dev-connector/contract';
import { html, verbatim } from '../../platform/http/html.ts';

/** Scalar's API reference, without its default connections to other hosts: fonts, telemetry, AI agent, MCP and hosted client. */
const configuration = {
  url: readOpenapi.path,
  authentication: { preferredSecurityScheme: 'token' },
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
};

// zod, a part of Scalar, would otherwise test whether the policy allows `eval`.
const setUp = 'globalThis.__zod_globalConfig = { jitless: true };';
const start = `Scalar.createApiReference('#reference', ${JSON.stringify(configuration)});`;

const hashes = [setUp, start].map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);

/** Content-Security-Policy of the page. Scalar needs inline styles, because its editor and its components set them. */
export const docsPolicy = [
  "default-src 'none'",
  `script-src 'self' ${hashes.join(' ')}`,
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Returns the API reference of a site. The web build adds the script (web/api-reference.ts). */
export const docsPage = (siteName: string): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${siteName} API</title>
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript. The <a href="${readOpenapi.path}">OpenAPI document</a> has the same content.</noscript>
<script>${verbatim(setUp)}</script>
<script src="/dev/api-reference.js"></script>
<script>${verbatim(start)}</script>
</body>
</html>
`.text;
