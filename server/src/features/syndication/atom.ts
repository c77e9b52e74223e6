import { html } from '../../platform/http/html.ts';
import type { Writer } from './writer.ts';

/** Atom (RFC 4287). Dates are as RFC 3339 requires them. */
export const atom: Writer = {
  entry: ({ id, url, title, html: content, author, published, updated }) =>
    html`<entry>
<id>${id}</id>
<title>${title}</title>
<link rel="alternate" type="text/html" href="${url}"/>
<published>${published.toISOString()}</published>
<updated>${updated.toISOString()}</updated>
<author><name>${author.name}</name><uri>${author.url}</uri></author>
<content type="html">${content}</content>
</entry>
`.text,
  document: ({ title, description, url, self, updated }, entries) => `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
${
  html`<id>${self}</id>
<title>${title}</title>
<subtitle>${description}</subtitle>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${url}"/>
<updated>${updated.toISOString()}</updated>
`.text
}${entries.join('')}</feed>
`,
};
