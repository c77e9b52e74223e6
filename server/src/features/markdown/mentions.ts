import { limits } from '@dev-connector/contract';
import { linkWords } from './word-links.ts';

/** An `@handle` that is no part of a word, an e-mail address, a path, a package (`@scope/name`), a domain or an address on another server (`@ada@example.org`). */
const mention = /(?<![\p{L}\p{M}\p{N}_@#&/=.<-])@([A-Za-z0-9](?:-?[A-Za-z0-9])+)(?![\p{L}\p{M}\p{N}_@/-]|\.[\p{L}\p{N}])/gu;

/** Parser rule: turns each `@handle` outside of code and links into a link. Some name no member; `linkMembers` removes those. */
export const linkMentions = linkWords((text, { isInWord }) =>
  !text.includes('@')
    ? []
    : [...text.matchAll(mention)].flatMap(({ 0: whole, 1: handle = '', index }) =>
        handle.length > limits.handle || (isInWord && index === 0)
          ? []
          : [{ index, end: index + whole.length, className: 'mention', href: `/dev/@${handle}` }],
      ),
);

/** A link of `linkMentions` in HTML. */
const mentionElement = /<a class="mention" href="[^"]*">@([^<]+)<\/a>/g;

/** Returns the handles that a text has, in lower case and in their order, each once. */
export const handlesIn = (html: string): string[] =>
  html.includes('<a class="mention"')
    ? [...new Set([...html.matchAll(mentionElement)].map(([, handle = '']) => handle.toLowerCase()))]
    : [];

/** Leaves only links to members in the HTML of a text: to the current handle of each, by the handle in the text, in lower case. */
export const linkMembers = (html: string, current: ReadonlyMap<string, string>): string =>
  html.replace(mentionElement, (_, written: string) => {
    const handle = current.get(written.toLowerCase());
    return handle === undefined ? `@${written}` : `<a class="mention" href="/dev/@${handle}">@${written}</a>`;
  });
