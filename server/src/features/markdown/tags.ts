import { limits, tagKey, tagPath, tagsInText } from '@dev-connector/contract';
import { linkWords } from './word-links.ts';

/** Parser rule: turns each `#tag` outside of code and links into a link to the page of the tag. */
export const linkTags = linkWords((text, place) =>
  tagsInText(text, place).flatMap(({ name, index }) =>
    [...name].length <= limits.tag ? [{ index, end: index + 1 + name.length, className: 'tag', href: tagPath(tagKey(name)) }] : [],
  ),
);

/** A `#tag` in HTML: a link of `linkTags`, or a span of `linkOnly`. */
const tagElement = /<(a|span) class="tag"[^>]*>#([^<]+)<\/\1>/g;

/** Returns the tags that `linkTags` has linked, in their order, each once. */
export const tagsIn = (html: string): string[] => [...new Set([...html.matchAll(tagElement)].map(([, , name = '']) => tagKey(name)))];

/** Leaves only links to these tags in the HTML of a text. The others become spans, which `tagsIn` still finds. */
export const linkOnly = (html: string, tags: Set<string>): string =>
  html.replace(tagElement, (_, _element, name: string) =>
    tags.has(tagKey(name)) ? `<a class="tag" href="${tagPath(tagKey(name))}">#${name}</a>` : `<span class="tag">#${name}</span>`,
  );
