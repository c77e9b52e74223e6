import type { Education, Experience } from '@dev-connector/contract';
import type { ReactNode } from 'react';
import { Period } from '../../ui/dates';
import { UserText } from '../../ui/UserText';

export function ExperienceCard({ entries }: { entries: Experience[] }) {
  return (
    <Card heading="Experience" empty="No experience credentials">
      {entries.map(({ _id, company, title, location, from, to, description }) => (
        <Entry key={_id} heading={company} from={from} to={to} description={description}>
          <Fact name="Position">{title}</Fact>
          {location && <Fact name="Location">{location}</Fact>}
        </Entry>
      ))}
    </Card>
  );
}

export function EducationCard({ entries }: { entries: Education[] }) {
  return (
    <Card heading="Education" empty="No education credentials">
      {entries.map(({ _id, school, degree, fieldofstudy, from, to, description }) => (
        <Entry key={_id} heading={school} from={from} to={to} description={description}>
          <Fact name="Degree">{degree}</Fact>
          {fieldofstudy && <Fact name="Field Of Study">{fieldofstudy}</Fact>}
        </Entry>
      ))}
    </Card>
  );
}

function Card({ heading, empty, children }: { heading: string; empty: string; children: ReactNode[] }) {
  return (
    <section className="card flex flex-col gap-4 p-6">
      <h2 className="font-semibold">{heading}</h2>
      {children.length > 0 ? <ul className="flex flex-col gap-5">{children}</ul> : <p className="text-muted">{empty}</p>}
    </section>
  );
}

interface EntryProps {
  heading: string;
  from: string;
  to: string | undefined;
  description: string | undefined;
  children: ReactNode;
}

function Entry({ heading, from, to, description, children }: EntryProps) {
  return (
    <li className="border-line [&:not(:first-child)]:border-t [&:not(:first-child)]:pt-5">
      <h3 className="wrap-anywhere font-medium">
        <UserText text={heading} />
      </h3>
      <p className="text-muted mb-2 text-sm tabular-nums">
        <Period from={from} to={to} />
      </p>
      <div className="flex flex-col gap-1 text-sm">
        {children}
        {description && <UserText as="p" className="prose-text mt-1" text={description} />}
      </div>
    </li>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <p className="wrap-anywhere">
      <span className="text-muted">{name}: </span>
      <UserText text={children} />
    </p>
  );
}
