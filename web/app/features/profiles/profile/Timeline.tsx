import type { Education, Experience } from '@dev-connector/contract';
import type { ReactNode } from 'react';
import { showDuration } from '../../../ui/profile/entry-dates';
import { MonthPeriod } from '../../../ui/profile/MonthPeriod';
import type { PeriodDates } from '../../../ui/profile/Period';
import { UserLines } from '../../../ui/UserLines';
import { UserText } from '../../../ui/UserText';
import { Part } from './Part';

export const ExperienceTimeline = ({ entries }: { entries: Experience[] }) => (
  <Part id="experience" heading="Experience">
    <Timeline empty="No experience credentials">
      {entries.map(({ _id, title, company, location, description, ...dates }) => (
        <Entry key={_id} id={_id} heading={title} facts={[company, location]} description={description} dates={dates} />
      ))}
    </Timeline>
  </Part>
);

export const EducationTimeline = ({ entries }: { entries: Education[] }) => (
  <Part id="education" heading="Education">
    <Timeline empty="No education credentials">
      {entries.map(({ _id, school, degree, fieldofstudy, description, ...dates }) => (
        <Entry key={_id} id={_id} heading={degree} facts={[school, fieldofstudy]} description={description} dates={dates} />
      ))}
    </Timeline>
  </Part>
);

const Timeline = ({ empty, children }: { empty: string; children: ReactNode[] }) =>
  children.length > 0 ? <ul className="flex flex-col gap-7">{children}</ul> : <p className="text-muted">{empty}</p>;

interface EntryProps {
  id: string;
  heading: string;
  /** Muted, below the heading. */
  facts: Array<string | undefined>;
  description: string | undefined;
  dates: PeriodDates;
}

/** On a wide screen the dates stand before the entry, on a phone below its heading. */
const Entry = ({ id, heading, facts, description, dates }: EntryProps) => (
  <li id={`entry-${id}`} className="entry grid gap-x-8 gap-y-1 sm:grid-cols-[9rem_minmax(0,1fr)]">
    <div className="min-w-0 sm:col-start-2">
      <h3 className="wrap-anywhere font-medium">
        <UserText text={heading} />
      </h3>
      <p className="wrap-anywhere text-muted">
        {facts
          .filter((fact) => fact !== undefined)
          .map((fact, index) => (
            <span key={index}>
              {index > 0 && ' · '}
              <UserText text={fact} />
            </span>
          ))}
      </p>
    </div>
    <Months dates={dates} />
    {description && <UserLines className="mt-1 max-w-2xl sm:col-start-2" text={description} />}
  </li>
);

/** Such as `Dec 2018 – Jun 2020 · 1 yr 7 mo`. */
function Months({ dates }: { dates: PeriodDates }) {
  const duration = showDuration(dates, new Date());
  return (
    <p className="text-sm tabular-nums sm:col-start-1 sm:row-span-2 sm:row-start-1 sm:pt-px">
      <MonthPeriod {...dates} />
      {/* The server may have rendered it last month. */}
      {duration && (
        <span suppressHydrationWarning className="text-muted sm:block">
          <span className="sm:hidden"> · </span>
          {duration}
        </span>
      )}
    </p>
  );
}
