import { barHeight, type DrawnEntry, drawCareer, type Resume, skillHeight, withoutHidden } from '@dev-connector/contract';
import { type Html, html } from '../../../platform/http/html.ts';
import { formatEnds, formatPeriod, type Period } from '../dates.ts';
import type { Language } from '../language.ts';
import { entryId, hasText, isOngoing } from '../outline.ts';
import { inEnglish, isolated } from './directions.ts';

interface ResumeEntry extends DrawnEntry {
  name: string;
  /** In the bar: the organization. */
  label: string;
  when: Period;
}

/** Renders the career as bars that link to the entries of the page, or nothing if the person does not want it or fewer than two entries have dates. */
export function careerOf(resume: Resume, language: Language, today: string): Html | false {
  if (resume.basics?.['x-drawings'] === false) return false;
  const drawing = drawCareer(entriesOf(resume), skillsOf(resume), today);
  if (!drawing) return false;
  const { height, axis, bars, ticks, skills, summary } = drawing;
  return html`<figure class="career" dir="ltr"${inEnglish(language)}>
<svg width="100%" height="${height}" role="group" aria-label="${summary}">
<g aria-hidden="true">${ticks.map(({ year, x }) => html`<line x1="${x}" x2="${x}" y2="${axis}"/><text x="${x}" y="${axis + 15}">${year}</text>`)}</g>
${bars.map(
  ({ entry, x, y, width, label }) => html`<a href="#${entry.id}" class="${entry.kind}" aria-label="${titleOf(entry)}">
<svg x="${x}" y="${y}" width="${width}" height="${barHeight}"><title>${titleOf(entry)}</title><rect width="100%" height="${barHeight}" rx="5"/>${!label && html`<foreignObject width="100%" height="${barHeight}">${labelOf(entry)}</foreignObject>`}</svg>
${label && html`<foreignObject class="${label.align}" x="${label.x}" y="${y}" width="${label.width}" height="${barHeight}">${labelOf(entry)}</foreignObject>`}</a>
`,
)}<g aria-hidden="true">${skills.map(
    ({ skill, years, spans, label }) =>
      html`<text x="${label.x}" y="${label.y}" text-anchor="${label.anchor}"><tspan class="skill">${skill}</tspan> ${years}</text>${spans.map(({ x, y, width }) => html`<rect x="${x}" y="${y}" width="${width}" height="${skillHeight}" rx="2"/>`)}`,
  )}</g>
</svg>
${tableOf(
  'Career',
  ['Entry', 'From', 'To'],
  bars.map(({ entry }) => [isolated(entry.name, language), ...endsOf(entry)]),
)}
${
  skills.length > 0 &&
  tableOf(
    'Years in which entries name a skill',
    ['Skill', 'Years'],
    skills.map(({ skill, years }) => [isolated(skill, language), years]),
  )
}
</figure>
`;
}

const labelOf = ({ label }: ResumeEntry): Html => html`<div class="label-box"><span dir="auto">${label}</span></div>`;

/** Renders what the drawing shows as a table for screen readers. */
const tableOf = (
  caption: string,
  columns: string[],
  rows: Array<Array<Html | string>>,
): Html => html`<div class="for-readers"><table><caption>${caption}</caption><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr>
${rows.map(([name, ...cells]) => html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</table></div>`;

function entriesOf({ work = [], education = [] }: Resume): ResumeEntry[] {
  return [
    ...work.map((item, index) => ({
      id: entryId('experience', index),
      kind: 'work' as const,
      ...namesOf(item.position, item.name ?? item.url),
      ...datesOf(item),
      texts: [item.position, item.description, item.summary, ...(item.highlights ?? [])],
    })),
    ...education.map((item, index) => ({
      id: entryId('education', index),
      kind: 'education' as const,
      ...namesOf([item.studyType, item.area].filter(hasText).join(', '), item.institution ?? item.url),
      ...datesOf(item),
      texts: [item.studyType, item.area, item['x-description'], ...(item.courses ?? [])],
    })),
  ];
}

function namesOf(title: string | undefined, organization: string | undefined) {
  const names = [title, organization].filter(hasText).map(withoutHidden);
  return { name: names.join(', '), label: names.at(-1) ?? '' };
}

function datesOf(item: { startDate?: string; endDate?: string; 'x-current'?: boolean }) {
  const isCurrent = isOngoing(item);
  const when: Period = { start: item.startDate, end: item.endDate, ...(!isCurrent && !item.endDate && { single: true }) };
  return { start: item.startDate, end: item.endDate, isCurrent, when };
}

/** All skills, with the keywords of groups. */
const skillsOf = ({ skills = [] }: Resume): string[] => [
  ...new Set(
    skills
      .flatMap(({ name, keywords = [] }) => (keywords.some(hasText) ? keywords : [name]))
      .filter(hasText)
      .map(withoutHidden),
  ),
];

const titleOf = ({ name, when }: ResumeEntry): string => [name, formatPeriod(when)].filter(hasText).join(': ');

/** Both ends of the period; one that is a single date has it twice. */
function endsOf({ when }: ResumeEntry): string[] {
  const ends = formatEnds(when).map(({ text }) => text);
  return [ends[0] ?? '', ends.at(-1) ?? ''];
}
