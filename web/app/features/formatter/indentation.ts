import type { Indent } from '@dev-connector/json';
import { useSyncExternalStore } from 'react';
import { local } from '../../ui/browser/browser-storage';
import { createListeners } from '../../ui/browser/listeners';

/* The chosen indentation: from the URL, so that links include it, or else from localStorage. */
const key = 'formatter.indent';

export const indentations: ReadonlyArray<{ indent: Indent; label: string }> = [
  { indent: 2, label: '2 spaces' },
  { indent: 4, label: '4 spaces' },
  { indent: 'tab', label: 'Tab' },
  { indent: 'none', label: 'Minify' },
];

/** Parses an indentation from the URL, localStorage or a control. */
export const parseIndent = (text: string | null | undefined): Indent | undefined =>
  indentations.find(({ indent }) => String(indent) === text)?.indent;

/** Returns the indentation from the URL, else from localStorage, else 2. */
export function readIndent(): Indent {
  return parseIndent(new URL(location.href).searchParams.get('indent')) ?? parseIndent(local.get(key)) ?? 2;
}

const listeners = createListeners();

/** Returns the indentation. The server renders the default. */
export const useIndent = (): Indent => useSyncExternalStore(listeners.subscribe, readIndent, () => 2);

/** Sets the indentation in the URL and in localStorage. */
export function chooseIndent(indent: Indent): void {
  const url = new URL(location.href);
  url.searchParams.set('indent', String(indent));
  history.replaceState(history.state, '', url);
  local.set(key, String(indent));
  listeners.notify();
}
