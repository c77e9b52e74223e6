import { type ComponentType, createContext, useContext } from 'react';

/** Finds a part's HTML, as the server keeps it; undefined in the browser. */
export const StaticHtmlRenderer = createContext<((part: ComponentType<{ of: unknown }>, of: unknown) => string) | undefined>(undefined);

interface KeptProps<Of> {
  /** Shows nothing but what it is given: no context, no `useId`, and the same for everybody. */
  part: ComponentType<{ of: Of }>;
  /** Plain data. */
  of: Of;
  className: string;
}

/**
 * An article that shows up on many pages: the server keeps its HTML, and renders it anew only where what it shows is another. The browser takes the elements over
 * as it does all others.
 */
export function Kept<Of>({ part: Part, of, className }: KeptProps<Of>) {
  const html = useContext(StaticHtmlRenderer)?.(Part as ComponentType<{ of: unknown }>, of);
  if (html !== undefined) return <article className={className} dangerouslySetInnerHTML={{ __html: html }} />;
  return (
    <article className={className}>
      <Part of={of} />
    </article>
  );
}
