import type { ReactNode } from 'react';
import { documentTitle } from './title';

const widths = {
  /** For a form. */
  form: 'max-w-xl',
  /** For reading: the feed, a post. */
  reading: 'max-w-[42rem]',
  /** For looking over: the directory, the dashboard, a profile. */
  wide: 'max-w-[72rem]',
};

/** A screen of the network: its column, its heading; and its document title, where the route's `meta` cannot know it. */
export function Screen({
  title,
  heading,
  lead,
  width,
  children,
}: {
  title?: string | undefined;
  heading?: string;
  lead?: ReactNode;
  width: keyof typeof widths;
  children: ReactNode;
}) {
  return (
    <div className={`mx-auto flex flex-col gap-6 px-4 py-8 ${widths[width]}`}>
      {title && <title>{documentTitle(title)}</title>}
      {heading && (
        <header className="flex flex-col gap-1">
          <h1 className="wrap-anywhere font-semibold text-2xl">{heading}</h1>
          {lead && <p className="muted wrap-anywhere">{lead}</p>}
        </header>
      )}
      {children}
    </div>
  );
}
