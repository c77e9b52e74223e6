import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useDocumentTitle } from '../title';

/** Screen for an error, with a link, by default to the start page. */
export function ErrorScreen({ title, text, action }: { title: string; text: string; action?: ReactNode }) {
  return (
    <section className="mx-auto flex max-w-xl flex-col items-start gap-2 px-4 py-16 sm:py-28">
      <title>{useDocumentTitle(title)}</title>
      <h1 className="font-semibold text-xl">{title}</h1>
      <p className="mb-4 text-pretty text-muted">{text}</p>
      {action ?? <HomeLink />}
    </section>
  );
}

const HomeLink = () => (
  <Link to="/dev" className="btn btn-primary">
    Go to the start page
  </Link>
);
