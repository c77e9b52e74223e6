import { type Html, html } from '../http/html.ts';
import { formatEnds, type Period } from './dates.ts';
import { bare, type Entry, filled, type Section } from './outline.ts';

/** The microformat classes of a section's entries (https://microformats.org/wiki/h-resume). */
const entryClass: Record<string, string> = {
  experience: 'p-experience h-event',
  education: 'p-education h-event',
  volunteering: 'p-affiliation h-event',
};

export function sectionOf({ id, title, text, entries, groups }: Section): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${filled(text) && html`<div class="text p-summary">${paragraphs(text)}</div>`}
${entries && html`<div class="entries">${entries.map((of) => entryOf(of, entryClass[id]))}</div>`}
${groups && groupsOf(groups, id === 'skills' ? 'p-skill' : '')}
</section>
`;
}

function entryOf({ title, href, at, atHref, place, when, text, points, words, repository }: Entry, microformat = 'h-event'): Html {
  const dates = formatEnds(when);
  return html`<article class="${microformat}">
${dates.length > 0 && html`<p class="when">${period(when)}</p>`}
<h3 class="p-name">${href ? link(href, title) : title}</h3>
${(at || place) && html`<p class="at">${at && html`<span class="p-location h-card">${atHref ? link(atHref, at, 'p-name u-url') : at}</span>`}${at && place && ' · '}${place}</p>`}
${filled(text) && html`<div class="text p-summary">${paragraphs(text)}</div>`}
${points.length > 0 && html`<ul class="points">${points.map((point) => html`<li>${point}</li>`)}</ul>`}
${words.length > 0 && html`<ul class="words" aria-label="Made with">${words.map((word) => html`<li>${word}</li>`)}</ul>`}
${repository && html`<p class="code">${link(repository, 'View code')}</p>`}
</article>
`;
}

function groupsOf(groups: Array<{ name: string; words: string[] }>, microformat: string): Html {
  const marked = (word: string) => (microformat ? html`<span class="${microformat}">${word}</span>` : word);
  const named = groups.filter(({ name }) => name);
  const unnamed = groups.filter(({ name }) => !name).flatMap(({ words }) => words);
  return html`${named.length > 0 && html`<dl class="groups">${named.map(({ name, words }) => html`<div><dt>${name}</dt><dd>${words.map((word, at) => [at > 0 && ', ', marked(word)])}</dd></div>`)}</dl>`}
${unnamed.length > 0 && html`<ul class="words">${unnamed.map((word) => html`<li>${marked(word)}</li>`)}</ul>`}`;
}

/** Splits a text into paragraphs at blank lines. CSS preserves the other line breaks. */
const paragraphs = (text: string): Html[] =>
  text
    .split(/\n\s*\n/)
    .filter(filled)
    .map((part) => html`<p>${part.trim()}</p>`);

/** Renders a link whose address is shown in print, unless its text is the address. */
export function link(href: string, text: string, classes = ''): Html {
  const printed = bare(href);
  return html`<a href="${href}"${classes && html` class="${classes}"`}${printed !== text && html` data-print="${printed}"`}>${text}</a>`;
}

function period(when: Period): Html[] {
  const names = when.single ? ['dt-start'] : ['dt-start', 'dt-end'];
  return formatEnds(when).map(
    ({ text, date }, at) =>
      html`${at > 0 && ' – '}${date === undefined ? text : html`<time class="${names[at]}" datetime="${date}">${text}</time>`}`,
  );
}
