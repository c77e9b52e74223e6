import { type Html, html } from '../../http/html.ts';
import { formatEnds, type Period } from '../dates.ts';
import { displayUrl, type Entry, hasText, type Section } from '../outline.ts';

/** The microformat classes of a section's entries (https://microformats.org/wiki/h-resume). */
const entryClass: Record<string, string> = {
  experience: 'p-experience h-event',
  education: 'p-education h-event',
  volunteering: 'p-affiliation h-event',
};

export function sectionOf({ id, title, text, entries, groups }: Section): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${hasText(text) && html`<div class="text p-summary">${paragraphs(text)}</div>`}
${entries && html`<div class="entries">${entries.map((entry) => entryOf(entry, entryClass[id]))}</div>`}
${groups && groupsOf(groups, id === 'skills' ? 'p-skill' : '')}
</section>
`;
}

function entryOf(
  { title, href, organization, organizationUrl, place, when, text, highlights, keywords, repository }: Entry,
  microformat = 'h-event',
): Html {
  const dates = formatEnds(when);
  return html`<article class="${microformat}">
${dates.length > 0 && html`<p class="when">${period(when)}</p>`}
<h3 class="p-name">${href ? link(href, title) : title}</h3>
${(organization || place) && html`<p class="at">${organization && html`<span class="p-location h-card">${organizationUrl ? link(organizationUrl, organization, 'p-name u-url') : organization}</span>`}${organization && place && ' · '}${place}</p>`}
${hasText(text) && html`<div class="text p-summary">${paragraphs(text)}</div>`}
${highlights.length > 0 && html`<ul class="points">${highlights.map((highlight) => html`<li>${highlight}</li>`)}</ul>`}
${keywords.length > 0 && html`<ul class="words" aria-label="Made with">${keywords.map((keyword) => html`<li>${keyword}</li>`)}</ul>`}
${repository && html`<p class="code">${link(repository, 'View code')}</p>`}
</article>
`;
}

function groupsOf(groups: Array<{ name: string; keywords: string[] }>, microformat: string): Html {
  const markUp = (keyword: string) => (microformat ? html`<span class="${microformat}">${keyword}</span>` : keyword);
  const named = groups.filter(({ name }) => name);
  const unnamed = groups.filter(({ name }) => !name).flatMap(({ keywords }) => keywords);
  return html`${named.length > 0 && html`<dl class="groups">${named.map(({ name, keywords }) => html`<div><dt>${name}</dt><dd>${keywords.map((keyword, index) => [index > 0 && ', ', markUp(keyword)])}</dd></div>`)}</dl>`}
${unnamed.length > 0 && html`<ul class="words">${unnamed.map((keyword) => html`<li>${markUp(keyword)}</li>`)}</ul>`}`;
}

/** Splits a text into paragraphs at blank lines. CSS preserves the other line breaks. */
const paragraphs = (text: string): Html[] =>
  text
    .split(/\n\s*\n/)
    .filter(hasText)
    .map((part) => html`<p>${part.trim()}</p>`);

/** Renders a link whose address is shown in print, unless its text is the address. */
export function link(href: string, text: string, classes = ''): Html {
  const printedUrl = displayUrl(href);
  return html`<a href="${href}"${classes && html` class="${classes}"`}${printedUrl !== text && html` data-print="${printedUrl}"`}>${text}</a>`;
}

function period(when: Period): Html[] {
  const names = when.single ? ['dt-start'] : ['dt-start', 'dt-end'];
  return formatEnds(when).map(
    ({ text, date }, index) =>
      html`${index > 0 && ' – '}${date === undefined ? text : html`<time class="${names[index]}" datetime="${date}">${text}</time>`}`,
  );
}
