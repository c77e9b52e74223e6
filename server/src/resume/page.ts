import { entriesThatFit } from '@dev-connector/contract';
import { type Html, html, verbatim } from '../http/html.ts';
import { pageHead, pagePolicy } from '../pages/page-head.ts';
import type { Resume } from './document.ts';
import { filled, labelOf, linksOf, outline, phonesOf, placeOf } from './outline.ts';
import { personOf } from './person.ts';
import { link, sectionOf } from './sections.ts';
import { resumeStyle } from './style.ts';

/** Whose page it is, and where it and its other forms are: paths of this site, but for `url`, the page's whole address. */
export interface Face {
  title: string;
  url: string;
  pdf: string;
  json: string;
  /** E-mail and telephone are held back until this form of the page is asked for by POST. */
  contactAt?: string;
  /** The way back to where the page belongs. */
  back?: { href: string; label: string };
}

/** A résumé, as published, as a page of its own: whole without a script, and made to be printed as well. */
export function resumePage(whole: Resume, face: Face): string {
  const resume = fitToPage(whole);
  const { name = '', image } = resume.basics ?? {};
  const label = labelOf(resume);
  const sections = outline(resume);
  return html`<!doctype html>
<html lang="en">
<head>
${pageHead(face.title, resumeStyle, aboutOf(resume, face))}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<div class="page h-resume">
<div class="rail">
<header class="p-contact h-card">
${face.back && html`<p class="back"><a href="${face.back.href}">${face.back.label}</a></p>`}
${filled(image) && html`<img class="u-photo" src="${image}" alt="" width="96" height="96">`}
<h1 class="p-name">${name}</h1>
${label && html`<p class="label p-job-title">${label}</p>`}
${contactOf(resume, face)}
<p class="forms"><a href="${face.pdf}" type="application/pdf">PDF</a> <a href="${face.json}" type="application/json">JSON</a></p>
</header>
<nav aria-label="Sections"><ul>
${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
</ul></nav>
</div>
<main id="content" tabindex="-1">
${sections.map(sectionOf)}
${resume !== whole && html`<p class="shortened">This page is too short for the whole résumé. All of it is in the <a href="${face.json}">JSON</a>.</p>`}
</main>
</div>
</body>
</html>
`.text;
}

/** The résumé with as many entries of each list as a page holds; the résumé itself if all fit. */
function fitToPage(resume: Resume): Resume {
  const lists = Object.entries(resume).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  const counts = entriesThatFit(
    resume.basics,
    lists.map(([, entries]) => entries),
  );
  if (lists.every(([, entries], index) => entries.length === counts[index])) return resume;
  return { ...resume, ...Object.fromEntries(lists.map(([name, entries], index) => [name, entries.slice(0, counts[index])])) };
}

/** What the page says of itself to search engines, to previews of links, and to whoever looks for its other forms. */
function aboutOf(resume: Resume, face: Face): Html {
  const { name = '', image } = resume.basics ?? {};
  const described = [labelOf(resume), placeOf(resume)].filter(filled).join(' · ');
  return html`<meta name="description" content="${[name, described].filter(filled).join(', ')}">
<meta name="author" content="${name}">
<link rel="canonical" href="${face.url}">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="alternate" type="application/pdf" href="${face.pdf}" title="PDF">
<link rel="alternate" type="application/json" href="${face.json}" title="JSON Resume">
<meta property="og:type" content="profile">
<meta property="og:title" content="${name}">
<meta property="og:description" content="${described || name}">
<meta property="og:url" content="${face.url}">
${filled(image) && html`<meta property="og:image" content="${image}">`}
<script type="application/ld+json">${verbatim(inScript(personOf(resume, face.url)))}</script>
`;
}

function contactOf(resume: Resume, { contactAt }: Face): Html {
  const { location, email } = resume.basics ?? {};
  return html`<address id="contact">
<ul>
${placeOf(resume) && html`<li class="p-adr h-adr"><span class="p-locality">${location?.city}</span>${location?.city && location.region && ', '}<span class="p-region">${location?.region}</span></li>`}
${filled(email) && html`<li><a class="u-email" href="mailto:${email}">${email}</a></li>`}
${phonesOf(resume).map((phone) => html`<li><a class="p-tel" href="tel:${phone.replace(/[^+\d]/g, '')}">${phone}</a></li>`)}
${linksOf(resume).map(({ href, label }) => html`<li>${link(href, label, 'u-url')}</li>`)}
</ul>
${contactAt && html`<form method="post" action="${contactAt}#contact"><button>Show e-mail and telephone</button></form>`}
</address>`;
}

/** JSON that stands in a script element: nothing in it may end the element. */
const inScript = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** What the page may load: its own style, named by its hash, the site's icon and the person's picture. */
export function resumePolicy({ basics }: Resume): string {
  const picture = basics?.image && URL.parse(basics.image)?.origin;
  return pagePolicy(
    resumeStyle,
    `img-src 'self'${picture ? ` ${picture}` : ''}`,
    "connect-src 'self'", // no script is there to connect; the browser's own tools read robots.txt in the page's name
    "form-action 'self'",
  );
}
