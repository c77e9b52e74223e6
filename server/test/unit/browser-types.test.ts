import { expect, test } from 'vitest';
import { filterTypes } from '../../../tools/browser-types.ts';

const documentation = (path: string, indentation = '') =>
  `${indentation}/** [MDN Reference](https://developer.mozilla.org/docs/Web/API/${path}) */`;

const library = `interface Window {
${documentation('Window/requestIdleCallback', '    ')}
    requestIdleCallback(callback: IdleRequestCallback): number;
${documentation('Window/matchMedia', '    ')}
    matchMedia(query: string): MediaQueryList;
    addEventListener(type: string): void;
}

interface WindowOrWorkerGlobalScope {
${documentation('Window/scheduler', '    ')}
    readonly scheduler: Scheduler;
}

interface ReadableStreamGenericReader {
${documentation('ReadableStreamBYOBReader/cancel', '    ')}
    cancel(): Promise<void>;
}

${documentation('Navigation')}
interface Navigation {
}

declare var Navigation: {
    prototype: Navigation;
    new(): Navigation;
};

declare var HTMLElement: {
    prototype: HTMLElement;
};

${documentation('Window/requestIdleCallback')}
declare function requestIdleCallback(callback: IdleRequestCallback): number;
${documentation('Window/scrollTo')}
declare function scrollTo(options?: ScrollToOptions): void;
${documentation('Window/navigation')}
declare var navigation: Navigation;`;

test('types of the browser lack the members, globals and constructors that a supported version lacks, and nothing else', () => {
  const { text, removed } = filterTypes(library);
  expect(removed).toBe(5);
  for (const missing of [/requestIdleCallback/, /scheduler/, /declare var [Nn]avigation/, /new\(\)/]) expect(text).not.toMatch(missing);
  for (const present of [
    'matchMedia(',
    'addEventListener(',
    'cancel(',
    'interface Navigation {',
    'declare var HTMLElement: {',
    'scrollTo(',
  ])
    expect(text).toContain(present);
});
