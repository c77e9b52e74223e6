import type { Plugin } from 'vite';

/**
 * What the libraries' modules do in the browser when a feature that this site never turns on is left out of them: module, by the end of its name → its
 * whole content instead. Each offers the same names, so a library that has changed underneath fails the build and not a visitor.
 */
const instead: Record<string, string> = {
  // Routes that are fetched when a link to them is seen: our whole map comes with the first page (react-router.config.ts).
  'react-router/dist/production/lib/dom/ssr/fog-of-war.js': `
    export const isFogOfWarEnabled = () => false;
    export const getPartialManifest = (manifest) => manifest;
    export const getPatchRoutesOnNavigationFunction = () => undefined;
    export const useFogOFWarDiscovery = () => {};
    export const getPathsWithAncestors = undefined, getManifestPath = undefined, handleClientVersionMismatch = undefined; // the server's
  `,
  // Measuring of loaders and navigations: no `instrumentations` are given to the router.
  'react-router/dist/production/lib/router/instrumentation.js': `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
    export const getRouteInstrumentationUpdates = () => ({});
    export const instrumentClientSideRouter = (router) => router;
    export const instrumentHandler = undefined, instrumentationResultMetaContext = undefined; // the server's
  `,
  // Styles and modules to load along with a dynamic import: ours have no styles, and their modules are on the page already.
  'vite/preload-helper.js': 'export const __vitePreload = (load) => load();',
};

/** Leaves out of the browser's bundle what would be downloaded, parsed and never run. */
export function withoutUnused(): Plugin {
  const left = new Set(Object.keys(instead));
  return {
    name: 'without-unused',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      const module = Object.keys(instead).find((end) => id.endsWith(end));
      if (!module) return;
      left.delete(module);
      return { code: instead[module] ?? '', moduleSideEffects: false };
    },
    buildEnd(error) {
      if (!error && left.size > 0) this.error(`Not found any more, so nothing was left out of it: ${[...left].join(', ')}`);
    },
  };
}
