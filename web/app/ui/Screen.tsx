import type { ReactNode } from 'react';
import { useDocumentTitle } from './title';

const widths = {
  /** Signing in. */
  narrow: 'sm:max-w-sm',
  /** Forms. */
  form: 'max-w-xl',
  /** Lists of one column: tags, followers, notifications. On wide screens, aligned with the column of the feed. */
  reading: 'max-w-[42rem] min-[68.75rem]:max-w-[72rem] min-[68.75rem]:*:max-w-[42rem]',
  /** Overviews: the directory, the dashboard, a profile. */
  wide: 'max-w-[72rem]',
};

/** Layout of a screen. Set `title` only if the route's `meta` cannot know the document title. */
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
      {title && <Title text={title} />}
      {heading && (
        <header className="flex flex-col gap-1">
          <h1 className="wrap-anywhere font-semibold text-xl">{heading}</h1>
          {lead && <p className="text-muted wrap-anywhere">{lead}</p>}
        </header>
      )}
      {children}
    </div>
  );
}

const Title = ({ text }: { text: string }) => <title>{useDocumentTitle(text)}</title>;
