import type { ReactNode } from 'react';

const widths = {
  /** For a form. */
  form: 'max-w-xl',
  /** For reading: the feed, a post. */
  reading: 'max-w-[42rem]',
  /** For looking over: the directory, the dashboard, a profile. */
  wide: 'max-w-[72rem]',
};

/** A screen of the network: its document title, its column, its heading. */
export function Screen({
  title,
  heading,
  lead,
  width,
  children,
}: {
  title: string;
  heading?: string;
  lead?: ReactNode;
  width: keyof typeof widths;
  children: ReactNode;
}) {
  return (
    <div className={`mx-auto flex flex-col gap-6 px-4 py-8 ${widths[width]}`}>
      <title>{`${title} · Dev Connector Demo`}</title>
      {heading && (
        <header className="flex flex-col gap-1">
          <h1 className="font-semibold text-2xl">{heading}</h1>
          {lead && <p className="muted">{lead}</p>}
        </header>
      )}
      {children}
    </div>
  );
}
