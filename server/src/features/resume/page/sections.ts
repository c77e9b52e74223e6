import { withoutHidden } from '@dev-connector/contract';
import { type Html, html } from '../../../platform/http/html.ts';
import { formatEnds, type Period } from '../dates.ts';
import type { Language } from '../language.ts';
import { displayUrl, type Entry, hasText, type Section } from '../outline.ts';
import { dirOf, inEnglish, isolated, leftToRight } from './directions.ts';

/** The microformat classes of a section's entries (https://microformats.org/wiki/h-resume). */
const entryClass: Record<string, string> = {
  experience: 'p-experience h-event',
  education: 'p-education h-event',
  volunteering: 'p-affiliation h-event',
};

/** Renders a section, with a drawing below its heading. Links below `origin`, which is that of the site, are paths. */
export function sectionOf({ id, title, text, entries, groups }: Section, language: Language, origin: string, drawing?: Html | false): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"${inEnglish(language)}>${title}</h2>
${drawing}${hasText(text) && html`<div class="text p-summary">${paragraphs(text, language)}</div>`}
${entries && html`<div class="entries">${entries.map((entry) => entryOf(entry, language, origin, entryClass[id]))}</div>`}
${groups && groupsOf(groups, language, id === 'skills' ? 'p-skill' : '')}
</section>
`;
}

function entryOf(
  { id, title, href, organization, organizationUrl, place, details = [], when, text, highlights, keywords, repository }: Entry,
  language: Language,
  origin: string,
  microformat = 'h-event',
): Html {
  const dates = formatEnds(when);
  const [english, ltr] = [inEnglish(language), leftToRight(language)];
  return html`<article${id && html` id="${id}"`} class="${microformat}">
${dates.length > 0 && html`<p class="when">${ltr ? html`<span dir="ltr"${english}>${period(when)}</span>` : period(when)}</p>`}
<h3 class="p-name">${href ? link(href, title, language, '', origin) : isolated(title, language)}</h3>
${(organization || place || details.length > 0) && html`<p class="at">${organization && html`<span class="p-location h-card">${organizationUrl ? link(organizationUrl, organization, language, 'p-name u-url') : isolated(organization, language)}</span>`}${[place, ...details].filter(hasText).map((part, index) => [(organization || index > 0) && ' · ', isolated(part, language)])}</p>`}
${hasText(text) && html`<div class="text p-summary">${paragraphs(text, language)}</div>`}
${highlights.length > 0 && html`<ul class="points">${highlights.map((highlight) => html`<li${dirOf(highlight, language)}>${withoutHidden(highlight)}</li>`)}</ul>`}
${keywords.length > 0 && html`<ul class="words" aria-label="Made with">${keywords.map((keyword) => html`<li>${isolated(keyword, language)}</li>`)}</ul>`}
${repository && html`<p class="code"${english}>${link(repository, 'View code', language)}</p>`}
</article>
`;
}

function groupsOf(groups: Array<{ name: string; keywords: string[] }>, language: Language, microformat: string): Html {
  const markUp = (keyword: string) => {
    const text = isolated(keyword, language);
    return microformat ? html`<span class="${microformat}">${text}</span>` : text;
  };
  const named = groups.filter(({ name }) => name);
  const unnamed = groups.filter(({ name }) => !name).flatMap(({ keywords }) => keywords);
  return html`${named.length > 0 && html`<dl class="groups">${named.map(({ name, keywords }) => html`<div><dt>${isolated(name, language)}</dt><dd>${keywords.map((keyword, index) => [index > 0 && ', ', markUp(keyword)])}</dd></div>`)}</dl>`}
${unnamed.length > 0 && html`<ul class="words">${unnamed.map((keyword) => html`<li>${markUp(keyword)}</li>`)}</ul>`}`;
}

/** Splits a text into paragraphs at blank lines, and where the direction changes. CSS preserves the other line breaks. */
const paragraphs = (text: string, language: Language): Html[] =>
  text
    .split(/\n\s*\n/)
    .filter(hasText)
    .map((part) => html`<p${dirOf(part, language)}>${withoutHidden(part.trim())}</p>`);

/** Renders a link whose address is shown in print, unless its text is the address. The link is a path if it is below `origin`. */
export function link(url: string, text: string, language: Language, classes = '', origin = ''): Html {
  const printedUrl = displayUrl(url);
  const path = origin && url.startsWith(`${origin}/`) ? url.slice(origin.length) : '';
  const href = path && !path.startsWith('//') ? path : url; // two slashes begin a host
  return html`<a href="${href}"${classes && html` class="${classes}"`}${printedUrl !== text && html` data-print="${printedUrl}"`}>${isolated(text, language)}</a>`;
}

function period(when: Period): Html[] {
  const names = when.single ? ['dt-start'] : ['dt-start', 'dt-end'];
  return formatEnds(when).map(
    ({ text, date }, index) =>
      html`${index > 0 && ' – '}${date === undefined ? text : html`<time class="${names[index]}" datetime="${date}">${text}</time>`}`,
  );
}
