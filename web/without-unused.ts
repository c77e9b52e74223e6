import type { Plugin } from 'vite';

/**
 * Replacements for library modules whose features this site does not use, by the end of the module's id. Each has the same exports, so that an incompatible
 * library update fails the build.
 */
const replacements: Record<string, string> = {
  // Lazy route discovery: the first page includes all routes (react-router.config.ts).
  'react-router/dist/production/lib/dom/ssr/fog-of-war.js': `
    export const isFogOfWarEnabled = () => false;
    export const getPartialManifest = (manifest) => manifest;
    export const getPatchRoutesOnNavigationFunction = () => undefined;
    export const useFogOFWarDiscovery = () => {};
    export const getPathsWithAncestors = undefined, getManifestPath = undefined, handleClientVersionMismatch = undefined; // server only
  `,
  // Instrumentation of loaders and navigations: the router has no `instrumentations`.
  'react-router/dist/production/lib/router/instrumentation.js': `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
    export const getRouteInstrumentationUpdates = () => ({});
    export const instrumentClientSideRouter = (router) => router;
    export const instrumentHandler = undefined, instrumentationResultMetaContext = undefined; // server only
  `,
  // Preloading for dynamic imports: ours have no styles, and their modules are already loaded.
  'vite/preload-helper.js': 'export const __vitePreload = (load) => load();',
};

/** Removes unused library code from the browser bundle. */
export function withoutUnused(): Plugin {
  const missing = new Set(Object.keys(replacements));
  return {
    name: 'without-unused',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      const module = Object.keys(replacements).find((end) => id.endsWith(end));
      if (!module) return;
      missing.delete(module);
      return { code: replacements[module] ?? '', moduleSideEffects: false };
    },
    buildEnd(error) {
      if (!error && missing.size > 0) this.error(`Modules to replace were not found: ${[...missing].join(', ')}`);
    },
  };
}
