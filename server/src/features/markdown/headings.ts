import { foldCase, withoutHidden } from '@dev-connector/contract';
import type { StateCore, Token } from 'markdown-it';
import { textIdPlaceholder } from './text-id.ts';

/** Characters of a slug. */
const maxSlug = 200;
/** Characters of a heading in the label of its link. */
const maxLabel = 80;

/** What `#fragments` of a text's links lead to: ids by name. */
export interface Anchors {
  exact: Map<string, string>;
  /** Without repeated hyphens and those at the ends, as other sites write the names. */
  loose: Map<string, string>;
}

/** The link beside a heading: the heading's id, and the beginning of its text. */
export interface HeadingLink {
  id: string;
  label: string;
}

/** The name of a heading in links, as on GitHub: lower case, without punctuation, and a hyphen for each space. */
const headingSlug = (text: string): string =>
  foldCase(text)
    .replace(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
    .slice(0, maxSlug)
    .toWellFormed()
    .replaceAll('\ufffd', '');

/** The id of a footnote or of its reference. The colon distinguishes it from a heading's. */
export const footnoteId = (kind: 'fn' | 'fnref' | '', number: number): string => `${kind}:${number}-${textIdPlaceholder}`;

const loosened = (slug: string) => slug.replace(/-+/g, '-').replace(/^-|-$/g, '');

/** Parser rule: gives each heading an id, and lists the ids of headings and footnotes in the environment. */
export function nameHeadings({ tokens, env }: StateCore): void {
  const anchors: Anchors = { exact: new Map(), loose: new Map() };
  const counts = new Map<string, number>();
  const add = (name: string, id: string) => {
    if (!anchors.exact.has(name)) anchors.exact.set(name, id);
    if (!anchors.loose.has(loosened(name))) anchors.loose.set(loosened(name), id);
  };
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const children = tokens[index + 1]?.children ?? [];
    const base = headingSlug(textOf(children, true)) || '-';
    let slug = base;
    while (counts.has(slug)) {
      const count = (counts.get(base) ?? 0) + 1;
      counts.set(base, count);
      slug = `${base}-${count}`;
    }
    counts.set(slug, 0);
    const id = `${slug}-${textIdPlaceholder}`;
    token.attrSet('id', id);
    const label = withoutHidden(textOf(children, false)).trim().slice(0, maxLabel).toWellFormed();
    (tokens[index + 2] as Token).meta = { id, label } satisfies HeadingLink;
    add(slug, id);
  }
  const notes = (env as { footnotes?: { list?: Array<{ label?: string }> } } | undefined)?.footnotes?.list ?? [];
  for (const [index, { label = '' }] of notes.entries()) {
    add(`fn-${label}`, footnoteId('fn', index + 1));
    add(`fnref-${label}`, footnoteId('fnref', index + 1));
  }
  (env as { anchors?: Anchors }).anchors = anchors;
}

/** The text of a heading. In a slug, an emoji that was typed as a short code keeps its name. */
function textOf(children: Token[], isSlug: boolean): string {
  return children
    .map(({ type, content, markup, info }) => {
      if (isSlug && info === 'emoji') return markup;
      return type === 'text' || type === 'text_special' || type === 'code_inline' ? content : type === 'softbreak' && !isSlug ? ' ' : '';
    })
    .join('');
}

/** Finds the id that a link to `#fragment` leads to: by its exact name, or by one that differs in case, punctuation or encoding. */
export function anchorOf(fragment: string, { exact, loose }: Anchors): string | undefined {
  let name = fragment.slice(0, 9 * maxSlug);
  try {
    name = decodeURIComponent(name);
  } catch {} // not encoded
  name = foldCase(name).replace(/^user-content-/, '');
  const slug = headingSlug(name.trim());
  return exact.get(name) ?? exact.get(slug) ?? (slug === '' ? undefined : loose.get(loosened(slug)));
}
