import type { Writer } from './writer.ts';

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export const jsonFeed: Writer = {
  entry: ({ id, url, title, summary, html, author, published, updated }) =>
    JSON.stringify({
      ...{ id, url, title, summary, content_html: html, date_published: published, date_modified: updated },
      authors: [author],
    }),
  document: ({ title, description, url, self }, entries) => {
    const head = { version: 'https://jsonfeed.org/version/1.1', title, description, home_page_url: url, feed_url: self };
    return `${JSON.stringify(head).slice(0, -1)},"items":[${entries.join()}]}`;
  },
};
