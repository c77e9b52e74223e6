import type { Indent } from '@dev-connector/json';
import { useSyncExternalStore } from 'react';

/* The chosen indentation: from the URL, so that links include it, or else from localStorage. */
const key = 'formatter.indent';

export const indentations: ReadonlyArray<{ indent: Indent; label: string }> = [
  { indent: 2, label: '2 spaces' },
  { indent: 4, label: '4 spaces' },
  { indent: 'tab', label: 'Tab' },
  { indent: 'none', label: 'Minify' },
];

const parseIndent = (text: string | null): Indent | undefined => indentations.find(({ indent }) => String(indent) === text)?.indent;

function readIndent(): Indent {
  const fromUrl = parseIndent(new URL(location.href).searchParams.get('indent'));
  if (fromUrl !== undefined) return fromUrl;
  try {
    return parseIndent(localStorage.getItem(key)) ?? 2;
  } catch {
    return 2; // no access to storage
  }
}

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns the indentation. The server renders the default. */
export const useIndent = (): Indent => useSyncExternalStore(subscribe, readIndent, () => 2);

/** Sets the indentation in the URL and in localStorage. */
export function chooseIndent(indent: Indent): void {
  const url = new URL(location.href);
  url.searchParams.set('indent', String(indent));
  history.replaceState(history.state, '', url);
  try {
    localStorage.setItem(key, String(indent));
  } catch {
    // no access to storage; the URL has it
  }
  for (const listener of listeners) listener();
}
