import type { Resume } from '@dev-connector/contract';
import { Document, Link, type LinkProps, Page, StyleSheet, Text, View, type ViewProps } from '@react-pdf/renderer';
import { createElement as h, type ReactNode } from 'react';
import { formatPeriod } from '../dates.ts';
import { type Direction, directionOf, hasRightToLeft, languageOf } from '../language.ts';
import {
  detailsOf,
  displayUrl,
  type Entry,
  hasText,
  labelOf,
  labelPartsOf,
  linksOf,
  outline,
  phonesOf,
  placeOf,
  type Section,
} from '../outline.ts';
import { telephoneLink } from '../telephone.ts';
import { abridged } from './abridge.ts';
import { composedLine, isolated, line, paragraphs, type Style } from './directions.ts';
import { familiesFor, hasTallLetters } from './fonts.ts';
import { markBreaks } from './line-breaks.ts';
import { metadataText } from './metadata.ts';

const program = 'Dev Connector';

/* In points. Dates are in a separate column to the left of their entries. */
const sideWidth = 92;
const gap = 14;
const colour = { text: '#171b24', muted: '#555e6e', accent: '#2f43b8', line: '#cfd5e0' };

const style = StyleSheet.create({
  page: { paddingTop: 36, paddingBottom: 46, paddingHorizontal: 46, fontSize: 9.5, lineHeight: 1.34, color: colour.text },
  name: { fontSize: 23, fontWeight: 600, lineHeight: 1.15, letterSpacing: -0.3 },
  joinedName: { letterSpacing: 0 },
  tallName: { lineHeight: 1.45 },
  label: { fontSize: 12, color: colour.muted, marginTop: 1 },
  contact: { flexWrap: 'wrap', marginTop: 6, columnGap: 12, rowGap: 1, fontSize: 9 },
  section: { marginTop: 9, paddingTop: 6, borderTopWidth: 0.75, borderTopStyle: 'solid', borderTopColor: colour.line },
  heading: {
    fontSize: 10,
    fontWeight: 600,
    color: colour.accent,
    letterSpacing: 0.3,
  },
  row: { marginTop: 6, columnGap: gap },
  headRow: { marginTop: 3.5 },
  closeRow: { marginTop: 1 },
  firstRow: { marginTop: 0 },
  side: { width: sideWidth, color: colour.muted, fontSize: 9, lineHeight: 1.42 },
  body: { flex: 1 },
  strong: { fontWeight: 600 },
  muted: { color: colour.muted, fontSize: 9 },
  link: { color: colour.text, textDecoration: 'none' },
  address: { color: colour.accent, textDecoration: 'none', fontSize: 9 },
  text: { marginTop: 1.5 },
  point: { marginTop: 1.5 },
  bullet: { width: 9, color: colour.muted },
  footer: { position: 'absolute', left: 46, right: 46, fontSize: 8, color: colour.muted, textAlign: 'right' },
});

/** Entries longer than this, in characters, may break across pages. Shorter ones move to the next page as a whole. */
const maxUnbroken = 1200;

/** Countries that use Letter paper. All others use A4. */
const letterCountries = /^(US|CA|MX|PH|CL|CO|CR|GT|PA|DO|PR|VE)$/i;

/** A published résumé to render. A shortened PDF refers to `url` for the full version. `share` scales the maximum length (abridge.ts). */
export interface PdfTask {
  resume: Resume;
  url: string;
  /** Name of the site for the footer, if the admin has set one. */
  site?: string | undefined;
  share?: number;
}

/** Maximum number of links in the header. */
const maxLinks = 20;

/** Creates a `@react-pdf/renderer` document with selectable text, links and an outline of its sections. `folder` holds unpacked fonts (fonts.ts). */
export async function resumeDocument({ resume, url, site, share }: PdfTask, folder: string) {
  const { sections, cut: shortened } = abridged(outline(resume), share);
  const cut = shortened || linksOf(resume).length > maxLinks;
  const { name = '', location } = resume.basics ?? {};
  const { tag, direction } = languageOf(resume);
  const paper = letterCountries.test(location?.countryCode ?? '')
    ? { size: 'LETTER' as const, height: 792 }
    : { size: 'A4' as const, height: 842 };
  return h(
    Document,
    {
      title: metadataText(`${name}, résumé`),
      author: metadataText(name),
      subject: metadataText(labelOf(resume) || 'Résumé'),
      creator: program,
      producer: program,
      language: tag,
      pdfVersion: '1.7',
    },
    h(
      Page,
      { size: paper.size, style: [style.page, { fontFamily: await familiesFor(JSON.stringify([resume, site]), folder) }] },
      headOf(resume, direction),
      ...sections.map((section) => sectionOf(section, direction)),
      cut &&
        h(
          Text,
          { key: 'cut', style: [style.section, style.muted] },
          'Shortened for print. Full version: ',
          linked(url, displayUrl(url), style.address),
        ),
      h(
        View,
        { key: 'footer', fixed: true, style: [style.footer, { top: paper.height - 32 }] },
        h(Text, {
          render: ({ pageNumber, totalPages }) =>
            [site && isolated(site), totalPages > 1 && `${isolated(name)} · ${pageNumber} of ${totalPages}`].filter(Boolean).join(' · '),
        }),
      ),
    ),
  );
}

const rowOf = (direction: Direction) => ({ flexDirection: direction === 'rtl' ? ('row-reverse' as const) : ('row' as const) });

function headOf(resume: Resume, base: Direction): ReactNode {
  const { name = '', email } = resume.basics ?? {};
  const label = labelPartsOf(resume);
  const contact = [
    hasText(placeOf(resume)) && line(placeOf(resume), [], base),
    ...detailsOf(resume).map((detail) => line(detail, [], base)),
    hasText(email) && linked(`mailto:${email}`, email, style.address),
    ...phonesOf(resume).map((phone) => {
      const href = telephoneLink(phone);
      return href === undefined ? line(phone, [], base, 'ltr') : linked(href, phone, style.link);
    }),
    ...linksOf(resume)
      .slice(0, maxLinks)
      .map(({ href, label }) => (href === undefined ? line(label, [], base) : linked(href, linkText(href, label), style.address))),
  ].filter(Boolean);
  const nameStyle = [
    style.name,
    ...(hasTallLetters(name) ? [style.tallName] : []),
    ...(directionOf(name, base) === 'rtl' ? [style.joinedName] : []),
  ];
  return h(
    View,
    { key: 'head' },
    line(name, nameStyle, base),
    label.length > 1 && label.some(hasRightToLeft)
      ? composedLine([label.map(isolated).join(' at ')], [style.label], base, 'label')
      : label.length > 0 && line(label.join(' at '), [style.label], base),
    contact.length > 0 && h(View, { style: [style.contact, rowOf(base)] }, ...contact),
  );
}

function sectionOf({ id, title, text, entries = [], groups = [] }: Section, base: Direction): ReactNode {
  const contents: Content[] = [
    ...(text ? [{ side: '', content: paragraphs(text, undefined, base), size: text.length }] : []),
    ...entries.map((entry) => ({
      side: formatPeriod(entry.when),
      when: true,
      content: entryOf(entry, base),
      size: (entry.text?.length ?? 0) + entry.highlights.join().length,
    })),
    ...groups.map(({ name, keywords }) => ({
      side: name,
      content: composedLine([keywords.map(isolated).join(', ')], [], base),
      size: 0,
      close: true,
    })),
  ];
  // The heading uses the side column if it is free, and is placed above the first row otherwise. It never ends a page.
  const heading = line(title, [style.heading], base);
  const [first, ...others] = contents;
  if (!first) return null;
  const head = first.side
    ? h(View, null, heading, row(first, 0, base, style.headRow))
    : row({ ...first, side: heading }, 0, base, style.firstRow);
  return h(
    View,
    { key: id, style: style.section },
    h(View, { key: 'head', wrap: first.size > maxUnbroken, bookmark: title } as ViewProps, head),
    ...others.map((content, index) => row(content, index + 1, base)),
  );
}

/** The content of a row, its side column, and its length in characters. `close` reduces the space above it. */
interface Content {
  side: ReactNode;
  content: ReactNode;
  size: number;
  /** Whether the side column has dates, which are in English. */
  when?: boolean;
  close?: boolean;
}

const row = (
  { side, content, size, when, close }: Content,
  key: number,
  base: Direction,
  rowStyle: Style = close ? style.closeRow : style.row,
): ReactNode =>
  h(
    View,
    { key, style: [style.row, rowOf(base), rowStyle], wrap: size > maxUnbroken },
    typeof side === 'string' ? line(side, [style.side], base, when ? 'ltr' : undefined) : h(View, { style: style.side }, side),
    h(View, { style: style.body }, content),
  );

function entryOf(entry: Entry, base: Direction): ReactNode {
  const { title, href, organization, organizationUrl, place, details = [], text, highlights, keywords, repository } = entry;
  const affiliation = [
    organization && (organizationUrl ? inlineLink(organizationUrl, isolated(organization), style.link) : isolated(organization)),
    ...[place, ...details].filter(hasText).flatMap((part, index) => [organization || index > 0 ? ' · ' : '', isolated(part)]),
  ].filter(Boolean);
  return [
    composedLine([href ? inlineLink(href, isolated(title), style.link) : isolated(title)], [style.strong], base, 'title'),
    affiliation.length > 0 && composedLine(affiliation, [style.muted], base, 'at'),
    hasText(text) && paragraphs(text, style.text, base, 'text'),
    ...highlights.map((highlight, index) => pointOf(highlight, base, index)),
    keywords.length > 0 && composedLine([keywords.map(isolated).join(' · ')], [style.muted, style.text], base, 'words'),
    repository && composedLine(['View code: ', inlineLink(repository, displayUrl(repository), style.address)], [style.muted], base, 'code'),
  ];
}

/** A list item with its bullet on the side where its text starts. */
function pointOf(text: string, base: Direction, key: number): ReactNode {
  const direction = directionOf(text, base);
  const bullet = h(Text, { style: [style.bullet, { textAlign: direction === 'rtl' ? 'right' : 'left' }] }, '•');
  return h(
    View,
    { key, style: [style.point, rowOf(direction)] },
    bullet,
    h(View, { style: style.body }, paragraphs(text, undefined, direction)),
  );
}

/** The address, after the network and the user name that it does not contain. */
function linkText(href: string, label: string): string {
  const address = displayUrl(href);
  const missing = label.split(' · ').filter((part) => !address.toLowerCase().includes(part.toLowerCase().replace(/^@|\s/g, '')));
  return missing.length > 0 ? `${missing.join(' · ')}: ${address}` : address;
}

/** A link to an address, which is written from left to right. */
const linked = (src: string, text: string, linkStyle: LinkProps['style']): ReactNode =>
  h(
    Link,
    { key: src, src, style: [linkStyle ?? {}, { direction: 'ltr' as const }].flat(), hyphenationPenalty: 10_000 } as LinkProps,
    markBreaks(text),
  );

/** A link within a line. */
const inlineLink = (src: string, text: string, linkStyle: LinkProps['style']): ReactNode =>
  h(Link, { key: src, src, ...(linkStyle && { style: linkStyle }) }, markBreaks(text));
