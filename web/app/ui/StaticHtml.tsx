import { type ComponentType, createContext, useContext } from 'react';

/** Renders a component to cached HTML on the server; undefined in the browser. */
export const StaticHtmlRenderer = createContext<((component: ComponentType<{ data: unknown }>, data: unknown) => string) | undefined>(
  undefined,
);

interface StaticHtmlProps<Data> {
  /** Must depend on its data only: no context, no `useId`, nothing specific to the viewer. */
  component: ComponentType<{ data: Data }>;
  /** Plain data. */
  data: Data;
  className: string;
}

/** Article whose HTML the server caches, because it appears on many pages. The browser hydrates it like any other element. */
export function StaticHtml<Data>({ component: Component, data, className }: StaticHtmlProps<Data>) {
  const html = useContext(StaticHtmlRenderer)?.(Component as ComponentType<{ data: unknown }>, data);
  if (html !== undefined) return <article className={className} dangerouslySetInnerHTML={{ __html: html }} />;
  return (
    <article className={className}>
      <Component data={data} />
    </article>
  );
}
