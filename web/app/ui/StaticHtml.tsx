import { type ComponentType, createContext, useContext } from 'react';

/** Renders a component to cached HTML on the server; undefined in the browser. */
export const StaticHtmlRenderer = createContext<((part: ComponentType<{ of: unknown }>, of: unknown) => string) | undefined>(undefined);

interface KeptProps<Of> {
  /** Must depend on its data only: no context, no `useId`, nothing specific to the viewer. */
  part: ComponentType<{ of: Of }>;
  /** Plain data. */
  of: Of;
  className: string;
}

/**
 * Article whose HTML the server caches, because it appears on many pages. The browser hydrates it like any other element.
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
