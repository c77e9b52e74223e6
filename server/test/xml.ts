import { expect } from 'vitest';

/** An element of an XML document. */
export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  /** The text inside, without that of child elements. */
  text: string;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const decoded = (text: string) =>
  text.replace(/&(.*?);/g, (entity, name: string) => {
    expect(entities, entity).toHaveProperty([name]);
    return entities[name] ?? '';
  });

/** Parses the XML that the server writes. Fails if it is not well-formed. */
export function parseXml(xml: string): Element {
  // XML 1.0 section 2.2
  expect(xml).toMatch(/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
  const [declaration = ''] = /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/.exec(xml) ?? [];
  expect(declaration).not.toBe('');
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const token = /<(\/?)([\w:]+)((?: [\w:]+="[^"<]*")*)(\/?)>|([^<]+)/gy;
  token.lastIndex = declaration.length;
  while (token.lastIndex < xml.length) {
    const at = token.lastIndex;
    const match = token.exec(xml);
    if (!match) throw new Error(`not well-formed: ${xml.slice(at, at + 80)}`);
    const [, closing, name = '', attributes = '', empty, text] = match;
    const parent = open.at(-1) as Element;
    if (text !== undefined) parent.text += decoded(text);
    else if (closing) expect(open.pop()?.name).toBe(name);
    else {
      const pairs = Array.from(attributes.matchAll(/ ([\w:]+)="([^"]*)"/g), ([, key = '', value = '']) => [key, decoded(value)]);
      const element: Element = { name, attributes: Object.fromEntries(pairs), children: [], text: '' };
      parent.children.push(element);
      if (!empty) open.push(element);
    }
  }
  expect(open).toEqual([root]);
  expect(root.children).toHaveLength(1);
  return root.children[0] as Element;
}

/** The children of an element with a name. */
export const all = ({ children }: Element, name: string): Element[] => children.filter((child) => child.name === name);

/** The only child with a name. */
export function one(element: Element, name: string): Element {
  const found = all(element, name);
  expect(found, name).toHaveLength(1);
  return found[0] as Element;
}
