import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSite } from '../site/site';

/** The parts of the site, each with a way in that needs no account. */
export function Features() {
  const { resume } = useSite();
  return (
    <div className="grid gap-x-12 gap-y-8 border-line border-t pt-10 sm:grid-cols-3">
      <Feature heading="Profiles">
        Your experience, skills and repositories on one page, and the same as a résumé to print or send. See{' '}
        <a href={resume} className="link">
          a résumé
        </a>
        , or{' '}
        <Link to="/dev/profiles" className="link">
          browse the developers
        </Link>
        .
      </Feature>
      <Feature heading="Posts">Ask a question, show what you have built, and discuss what others are working on.</Feature>
      <Feature heading="JSON formatter">
        Large texts, formatted in your browser and sent nowhere:{' '}
        <Link to="/dev/formatter" reloadDocument className="link">
          format some JSON
        </Link>
        .
      </Feature>
    </div>
  );
}

const Feature = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <section className="flex flex-col gap-1">
    <h2 className="font-semibold">{heading}</h2>
    <p className="max-w-md text-pretty text-muted">{children}</p>
  </section>
);
