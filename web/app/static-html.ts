import { type ComponentType, createElement } from 'react';
import { renderToString } from 'react-dom/server';

/** Maximum number of cached entries per component, which take a few megabytes. */
const most = 500;

const kinds = new Map<ComponentType<{ of: unknown }>, Map<string, string>>();

/** Renders a component (see ui/StaticHtml.tsx) to HTML, using an LRU cache keyed by its data. */
export function staticHtml(part: ComponentType<{ of: unknown }>, of: unknown): string {
  const kept = kinds.get(part) ?? new Map<string, string>();
  kinds.set(part, kept);
  const key = JSON.stringify(of);
  const html = kept.get(key) ?? renderToString(createElement(part, { of }));
  kept.delete(key);
  kept.set(key, html);
  for (const oldest of kept.keys()) {
    if (kept.size <= most) break;
    kept.delete(oldest);
  }
  return html;
}
