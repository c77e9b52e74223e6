import { entriesThatFit, type Resume, type ResumeTheme, withoutHidden } from '@dev-connector/contract';
import { type Html, html, verbatim } from '../../../platform/http/html.ts';
import { pageHead, pagePolicy } from '../../../platform/http/page-head.ts';
import { type Language, languageOf } from '../language.ts';
import { detailsOf, hasText, labelOf, labelPartsOf, linksOf, outline, phonesOf, placeOf, placesOf } from '../outline.ts';
import { telephoneLink } from '../telephone.ts';
import { careerOf } from './career.ts';
import { inEnglish, isolated, leftToRight } from './directions.ts';
import { personOf } from './person.ts';
import { link, sectionOf } from './sections.ts';
import { resumeStyles } from './style.ts';

/** Title and links of a résumé page. `url` is absolute, the other addresses are paths of this site. */
export interface PageOptions {
  title: string;
  url: string;
  pdf: string;
  json: string;
  /** Absolute URL of the picture for link previews. */
  picture: string;
  theme: ResumeTheme;
  /** UTC day as `YYYY-MM-DD`, at which the bars of current jobs end. */
  today: string;
  /** Path of the form that shows e-mail and telephone. If set, the page omits them. */
  contactAt?: string;
  /** Whether it is the résumé that ships with the site. */
  isSample?: boolean;
  /** Link to the parent page. */
  back?: { href: string; label: string };
}

/** Renders a published résumé as a page that needs no scripts and has a print layout. */
export function resumePage(fullResume: Resume, options: PageOptions): string {
  const resume = fitToPage(fullResume);
  const { name = '', image } = resume.basics ?? {};
  const label = labelPartsOf(resume);
  const sections = outline(resume);
  const language = languageOf(resume);
  const english = inEnglish(language);
  const { origin } = new URL(options.url);
  const drawnAt = sections.find(({ id }) => id === 'experience') ?? sections.find(({ id }) => id === 'education');
  return html`<!doctype html>
<html lang="${language.tag}"${language.direction === 'rtl' && html` dir="rtl"`}>
<head>
${pageHead(options.title, resumeStyles[options.theme], metadataOf(resume, options))}
</head>
<body>
<a class="skip" href="#content"${english}>Skip to content</a>
<div class="page h-resume">
<div class="rail">
<header class="p-contact h-card">
${options.back && html`<p class="back"><a href="${options.back.href}"${english}>${options.back.label}</a></p>`}
${hasText(image) && html`<img class="u-photo" src="${image}" alt="" width="96" height="96">`}
<h1 class="p-name">${isolated(name, language)}</h1>
${label.length > 0 && html`<p class="label p-job-title">${label.map((part, index) => [index > 0 && ' at ', isolated(part, language)])}</p>`}
${contactOf(resume, options, language)}
<p class="forms"><a href="${options.pdf}" type="application/pdf">PDF</a> <a href="${options.json}" type="application/json">JSON</a></p>
</header>
<nav aria-label="Sections"${english}><ul>
${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
</ul></nav>
</div>
<main id="content" tabindex="-1">
${options.isSample && html`<p class="sample"${english}>This is a sample. Show your own résumé: <code>RESUME_FILE=./my-resume.json npx dev-connector start</code></p>`}
${sections.map((section) => sectionOf(section, language, origin, section === drawnAt && careerOf(resume, language, options.today)))}
${resume !== fullResume && html`<p class="shortened"${english}>This page shows part of the résumé. The <a href="${options.json}">JSON</a> has all of it.</p>`}
</main>
</div>
</body>
</html>
`.text;
}

/** Truncates each list to the entries that fit on a page. Returns the same object if everything fits. */
function fitToPage(resume: Resume): Resume {
  const lists = Object.entries<unknown>(resume).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  const counts = entriesThatFit(
    resume.basics,
    lists.map(([, entries]) => entries),
  );
  if (lists.every(([, entries], index) => entries.length === counts[index])) return resume;
  return { ...resume, ...Object.fromEntries(lists.map(([name, entries], index) => [name, entries.slice(0, counts[index])])) };
}

/** Renders the metadata for search engines and link previews, and the links to the PDF and the JSON. */
function metadataOf(resume: Resume, options: PageOptions): Html {
  const name = withoutHidden(resume.basics?.name ?? '');
  const description = withoutHidden([labelOf(resume), placeOf(resume)].filter(hasText).join(' · '));
  return html`<meta name="description" content="${[name, description].filter(hasText).join(', ')}">
<meta name="author" content="${name}">
<link rel="canonical" href="${options.url}">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="alternate" type="application/pdf" href="${options.pdf}" title="PDF">
<link rel="alternate" type="application/json" href="${options.json}" title="JSON Resume">
<meta property="og:type" content="profile">
<meta property="og:title" content="${name}">
<meta property="og:description" content="${description || name}">
<meta property="og:url" content="${options.url}">
<meta property="og:image" content="${options.picture}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">
<script type="application/ld+json">${verbatim(scriptJson(personOf(resume, options.url)))}</script>
`;
}

function contactOf(resume: Resume, { contactAt }: PageOptions, language: Language): Html {
  const english = inEnglish(language);
  const ltr = leftToRight(language);
  const { location, email } = resume.basics ?? {};
  return html`<address id="contact">
<ul>
${placeOf(resume) && html`<li class="p-adr h-adr">${placesOf(resume).map((place, index) => html`${index > 0 && ', '}<span class="${place === location?.city ? 'p-locality' : place === location?.region ? 'p-region' : 'p-country-name'}">${isolated(place, language)}</span>`)}</li>`}
${detailsOf(resume).map((detail) => html`<li>${isolated(detail, language)}</li>`)}
${hasText(email) && html`<li><a class="u-email" href="mailto:${email}"${ltr}>${email}</a></li>`}
${phonesOf(resume).map((phone) => html`<li>${telephoneOf(phone, ltr)}</li>`)}
${linksOf(resume).map(({ href, label }) => html`<li>${href === undefined ? isolated(label, language) : link(href, label, language, 'u-url')}</li>`)}
</ul>
${contactAt && html`<form method="post" action="${contactAt}#contact"${english}><button>Show e-mail and telephone</button></form>`}
</address>`;
}

/** Links a text that is one telephone number. */
function telephoneOf(phone: string, ltr: Html | false): Html {
  const href = telephoneLink(phone);
  return href === undefined ? html`<span class="p-tel"${ltr}>${phone}</span>` : html`<a class="p-tel" href="${href}"${ltr}>${phone}</a>`;
}

/** Serializes JSON for a script element: escapes `<` so that no value can close the element. */
const scriptJson = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Returns a Content-Security-Policy that allows the page's own style (by hash), the site's icon and the person's picture. */
export function resumePolicy({ basics }: Resume, theme: ResumeTheme): string {
  const picture = basics?.image && URL.parse(basics.image)?.origin;
  return pagePolicy(
    resumeStyles[theme],
    `img-src 'self'${picture ? ` ${picture}` : ''}`,
    "connect-src 'self'", // the page has no scripts, but the browser's developer tools fetch robots.txt on its behalf
    "form-action 'self'",
  );
}
