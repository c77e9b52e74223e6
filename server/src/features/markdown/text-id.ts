/**
 * Stands for the id of the text in the ids of rendered HTML, which is cached by its source. It is as long as an id, so that the HTML keeps its size. Nothing else in
 * the HTML has an attribute that ends with it, because links of authors have a scheme or begin with a slash.
 */
export const textIdPlaceholder = '00000000-0000-0000-0000-000000000000';

const [tag, attribute] = [/<(?:a|li|h[3-6]) [^<>]*>/g, / (?:id="|href="#)[^"]*"/g];

/**
 * Puts the id of a text into the ids of its headings and footnotes, and into the links to them, so that they are unique on a page with many texts. The HTML is
 * sanitized: a text in it has no `<`, and an attribute no `>`.
 */
export const withTextId = (html: string, id: string): string =>
  html.replace(tag, (element) => element.replace(attribute, (found) => found.replace(`-${textIdPlaceholder}`, `-${id}`)));
