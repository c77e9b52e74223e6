import { type ComponentType, createElement } from 'react';
import { renderToString } from 'react-dom/server';

/** Maximum number of cached entries per component, which take a few megabytes. */
const maxEntries = 500;

const kinds = new Map<ComponentType<{ data: unknown }>, Map<string, string>>();

/** Renders a component (see ui/StaticHtml.tsx) to HTML, using an LRU cache keyed by its data. */
export function staticHtml(component: ComponentType<{ data: unknown }>, data: unknown): string {
  const cache = kinds.get(component) ?? new Map<string, string>();
  kinds.set(component, cache);
  const key = JSON.stringify(data);
  const html = cache.get(key) ?? renderToString(createElement(component, { data }));
  cache.delete(key);
  cache.set(key, html);
  for (const oldest of cache.keys()) {
    if (cache.size <= maxEntries) break;
    cache.delete(oldest);
  }
  return html;
}
