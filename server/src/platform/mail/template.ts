import { excerptOf, withoutHidden } from '@dev-connector/contract';
import { type Html, html, verbatim } from '../http/html.ts';

/** The text of a mail, from which both its plain text and its HTML are made. */
export interface Content {
  subject: string;
  paragraphs: string[];
  /** A list below the paragraphs. */
  items?: Item[];
  /** The one button of the mail. */
  action?: Link;
  /** Below the link, in smaller type: why the recipient has this mail. */
  notes: string[];
  /** Below the notes. */
  links?: Link[];
}

export interface Item {
  text: string;
  /** The beginning of a text of a member. */
  quote?: string | undefined;
  url?: string | undefined;
}

interface Link {
  label: string;
  url: string;
}

/** How the site presents itself in mails. */
export interface Brand {
  name: string;
  /** The address of its first page. */
  url: string;
  /** Colour of the button, on which white text is readable. */
  accent: string;
}

const maxHeader = 200;

/** Makes a text safe for a header: one line, without control characters and hidden characters, and not too long. */
export const headerText = (text: string): string =>
  excerptOf(
    withoutHidden(text)
      .replace(/[\s\p{C}]+/gu, ' ')
      .trim(),
    maxHeader,
  );

/** The subject of a mail, with the name of the site at its end, as in the titles of pages. */
export const subjectText = (subject: string, { name }: Brand): string => headerText(`${headerText(subject)} · ${headerText(name)}`);

/** Removes control and hidden characters from a paragraph. */
const plain = (text: string): string =>
  withoutHidden(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Renders the plain text of a mail (RFC 3676 without `format=flowed`: clients wrap long lines). */
export function renderText({ paragraphs, items = [], action, notes, links = [] }: Content, { name, url }: Brand): string {
  const toText = ({ label, url }: Link) => `${plain(label)}:\n${url}`;
  const toItem = ({ text, quote, url }: Item) => [plain(text), ...(quote ? [`> ${plain(quote)}`] : []), ...(url ? [url] : [])].join('\n');
  const blocks = [...paragraphs.map(plain), ...items.map(toItem), ...(action ? [toText(action)] : [])];
  return `${blocks.join('\n\n')}\n\n-- \n${[...notes.map(plain), ...links.map(toText), headerText(name), url].join('\n')}\n`;
}

/* Clients such as Outlook ignore style sheets, so the light theme is also in `style` attributes. The dark theme overrides it where style sheets work. */
const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const darkTheme = verbatim(`
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
body,.page{background:#14161a!important}
.card{background:#1d2026!important;border-color:#363b45!important}
.text,.text a{color:#e8eaee!important}
.note,.note a{color:#a6adba!important}
.quote{border-color:#4a505c!important}
}`);

/** Renders the HTML of a mail. It loads nothing: no images, fonts or scripts. */
export function renderHtml(content: Content, brand: Brand): string {
  const { subject, paragraphs, items = [], action, notes, links = [] } = content;
  const name = headerText(brand.name);
  return html`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${headerText(subject)}</title>
<style>${darkTheme}</style>
</head>
<body style="margin:0;padding:0;background:#f4f5f7">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f5f7"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="text" style="padding:0 4px 12px;${verbatim(font)};font-size:15px;font-weight:600;color:#1b1e24"><a href="${brand.url}" style="color:#1b1e24;text-decoration:none"><bdi>${name}</bdi></a></td></tr>
<tr><td class="card" style="padding:24px;background:#ffffff;border:1px solid #d9dce3;border-radius:8px">
<h1 class="text" style="margin:0 0 16px;${verbatim(font)};font-size:20px;line-height:1.3;color:#1b1e24;overflow-wrap:anywhere">${headerText(subject)}</h1>
${paragraphs.map((text) => paragraph(plain(text)))}${items.map(renderItem)}${action ? button(action, brand.accent) : ''}
</td></tr>
<tr><td style="padding:16px 4px 0">
${notes.map((text) => note(html`${plain(text)}`))}${links.length > 0 ? note(html`${links.map(footerLink)}`) : ''}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`.text;
}

const paragraph = (
  text: string,
): Html => html`<p class="text" style="margin:0 0 16px;${verbatim(font)};font-size:16px;line-height:1.5;color:#1b1e24">${text}</p>
`;

/** Our sentences are from left to right, also if they begin with a name from right to left; quotes have their own direction. */
const renderItem = ({
  text,
  quote,
  url,
}: Item): Html => html`<div style="margin:0 0 20px;${verbatim(font)};font-size:16px;line-height:1.5;overflow-wrap:anywhere">
<p class="text" dir="ltr" style="margin:0;color:#1b1e24">${url ? html`<a href="${url}" style="color:#1b1e24">${plain(text)}</a>` : plain(text)}</p>
${quote ? html`<p class="note quote" dir="auto" style="margin:6px 0 0;padding-left:12px;border-left:3px solid #d9dce3;color:#5b6270">${plain(quote)}</p>` : ''}</div>
`;

const note = (
  text: Html,
): Html => html`<p class="note" style="margin:0 0 8px;${verbatim(font)};font-size:13px;line-height:1.5;color:#5b6270">${text}</p>
`;

const footerLink = ({ label, url }: Link, index: number): Html =>
  html`${index > 0 ? ' · ' : ''}<a href="${url}" style="color:#5b6270">${plain(label)}</a>`;

/** A button, with its address below: some clients show no links, and some people check them. */
const button = (
  { label, url }: Link,
  accent: string,
): Html => html`<p style="margin:0 0 16px"><a href="${url}" style="display:inline-block;padding:12px 20px;background:${accent};border-radius:6px;${verbatim(font)};font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${plain(label)}</a></p>
<p class="note" style="margin:0;${verbatim(font)};font-size:13px;line-height:1.5;color:#5b6270;word-break:break-all">${url}</p>
`;
