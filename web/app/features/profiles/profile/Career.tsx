import {
  barHeight,
  type DrawnEntry,
  drawCareer,
  type Education,
  type Experience,
  type Profile,
  skillHeight,
  withoutHidden,
} from '@dev-connector/contract';
import type { SVGProps } from 'react';
import { useNotDeleted } from '../../../api/pending-deletions';
import { ReaderTable } from '../../../ui/drawings/ReaderTable';
import { showMonth } from '../../../ui/profile/entry-dates';
import { knownPart } from '../../../ui/profile/Period';
import { Part } from './Part';

interface CareerProps {
  profile: Profile;
  /** UTC day as `YYYY-MM-DD`. */
  today: string;
}

interface Drawn extends DrawnEntry {
  name: string;
  label: string;
  from: string;
  to: string;
}

/** The career as bars that lead to the entries, and the years in which they name skills. */
export function Career({ profile: { experience, education, skills }, today }: CareerProps) {
  const isShown = useNotDeleted();
  const entries = [
    ...experience.filter(isShown).map((entry) => drawn('work', entry, [entry.title, entry.company])),
    ...education.filter(isShown).map((entry) => drawn('education', entry, [entry.degree, entry.fieldofstudy, entry.school])),
  ];
  const drawing = drawCareer(entries, skills.map(withoutHidden), today);
  if (!drawing) return null;
  const { height, axis, bars, ticks, skills: named, summary } = drawing;
  return (
    <div className="print:hidden">
      <Part id="career" heading="Career">
        <figure className="drawing" dir="ltr">
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
          <svg width="100%" height={height} role="group" aria-label={summary}>
            <g aria-hidden>
              {ticks.map(({ year, x }) => (
                <g key={year}>
                  <line x1={x} x2={x} y2={axis} />
                  <text x={x} y={axis + 15}>
                    {year}
                  </text>
                </g>
              ))}
            </g>
            {bars.map(({ entry, x, y, width, label }) => (
              <a key={entry.id} href={`#entry-${entry.id}`} className={entry.kind} aria-label={titleOf(entry)}>
                <svg x={x} y={y} width={width} height={barHeight}>
                  <title>{titleOf(entry)}</title>
                  <rect width="100%" height={barHeight} rx="5" />
                  {!label && <Label text={entry.label} width="100%" />}
                </svg>
                {label && <Label text={entry.label} x={label.x} y={y} width={label.width} className={label.align} />}
              </a>
            ))}
            <g aria-hidden>
              {named.map(({ skill, years, spans, label }) => (
                <g key={skill}>
                  <text x={label.x} y={label.y} textAnchor={label.anchor}>
                    <tspan>{skill}</tspan> {years}
                  </text>
                  {spans.map((span) => (
                    <rect key={span.x} {...span} height={skillHeight} rx="2" />
                  ))}
                </g>
              ))}
            </g>
          </svg>
          <ReaderTable
            caption="Career"
            columns={['Entry', 'From', 'To']}
            rows={bars.map(({ entry: { name, from, to } }) => [name, from, to])}
          />
          {named.length > 0 && (
            <ReaderTable
              caption="Years in which entries name a skill"
              columns={['Skill', 'Years']}
              rows={named.map(({ skill, years }) => [skill, years])}
            />
          )}
        </figure>
      </Part>
    </div>
  );
}

const Label = ({ text, ...place }: { text: string } & SVGProps<SVGForeignObjectElement>) => (
  <foreignObject height={barHeight} {...place}>
    <div>
      <span dir="auto">{text}</span>
    </div>
  </foreignObject>
);

const titleOf = ({ name, from, to }: Drawn): string => `${name}: ${from} – ${to}`;

function drawn(kind: Drawn['kind'], entry: Experience | Education, names: Array<string | undefined>): Drawn {
  const { from, fromPrecision, to, toPrecision, description } = entry;
  const texts = names.flatMap((name) => (name === undefined ? [] : withoutHidden(name))); // an image cannot mark hidden characters
  return {
    id: entry._id,
    kind,
    start: knownPart(from, fromPrecision),
    end: to && knownPart(to, toPrecision),
    isCurrent: to === undefined,
    texts: [...texts, description],
    name: texts.join(', '),
    label: texts.at(-1) ?? '',
    from: showMonth(from, fromPrecision),
    to: to ? showMonth(to, toPrecision) : 'Now',
  };
}
