import { feedFormats } from '@dev-connector/contract';
import { html } from '../../platform/http/html.ts';
import type { Writer } from './writer.ts';

const [{ type }] = feedFormats;

/** Dates as RFC 822 requires them. */
const date = (instant: Date): string => instant.toUTCString();

/** RSS 2.0 (https://www.rssboard.org/rss-specification). */
export const rss: Writer = {
  entry: ({ id, url, title, summary, html: content, author, published }) =>
    html`<item>
<title>${title}</title>
<link>${url}</link>
<guid isPermaLink="false">${id}</guid>
<pubDate>${date(published)}</pubDate>
<dc:creator>${author.name}</dc:creator>
<description>${summary}</description>
<content:encoded>${content}</content:encoded>
</item>
`.text,
  document: ({ title, description, url, self, updated }, entries) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
${
  html`<title>${title}</title>
<link>${url}</link>
<description>${description}</description>
<atom:link href="${self}" rel="self" type="${type}"/>
${entries.length > 0 && html`<lastBuildDate>${date(updated)}</lastBuildDate>\n`}`.text
}${entries.join('')}</channel>
</rss>
`,
};
