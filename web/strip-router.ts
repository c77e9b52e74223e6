import type { Plugin } from 'vite';

/** Expressions of React Router that have one value in this site's browsers. With constants in their place, the bundler drops the code of the other value. */
const constants: Array<[expression: RegExp, value: string]> = [
  // `routeDiscovery` in react-router.config.ts.
  [/(?<!function )\bisFogOfWarEnabled\([^()]*\)/g, 'false'],
  [/\binit\.patchRoutesOnNavigation\b/g, 'undefined'],
  [/\b(?:ssrInfo\.context\.)?future\.unstable_customRouteDiscovery\b/g, 'false'],
  [/\bdiscoveryRuntime(?= \?)|(?<=\bif \()discoveryRuntime(?=\))/g, 'undefined'],
  // Instrumentation.
  [/\b(?:init|opts\?)\.instrumentations\b/g, 'undefined'],
  [/(?<!function )\bconsumeInstrumentationClientResultMetaReceiver\(\w+\)/g, 'undefined'],
  // React Server Components.
  [/(?<!function )\buseIsRSCRouterContext\(\)/g, 'false'],
  [/\bthis\.context\b/g, 'false'],
  // Rendering on the server.
  [/\bstaticContext(?= \?)/g, 'undefined'],
  [/\bisStatic(?= \?)/g, 'false'],
  // Names and messages for developers. `forwardRef` has no effect until the component is rendered.
  [/^\w+\.displayName = .*;$/gm, ''],
  [/(?<!function |[\w$.])(?=warn(?:ing|Once|ingOnce)\()|(?<== )(?=React\$1\.forwardRef\()/g, '/* @__PURE__ */ '],
  [/^\s*router\.createRoutesForHMR = .*$/gm, ''],
];

/** Replaces them in the browser: 7 KB. Warns if the installed version lacks one. */
export function stripRouter(): Plugin {
  const found = new Set<RegExp>();
  return {
    name: 'strip-router',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    enforce: 'pre',
    transform: {
      filter: { id: /react-router\/dist\/production\/lib\/[\w/-]+\.js$/ },
      handler(source) {
        let code = source;
        for (const [expression, value] of constants) {
          code = code.replaceAll(expression, () => {
            found.add(expression);
            return value;
          });
        }
        return { code, map: null };
      },
    },
    buildEnd(error) {
      const missing = constants.filter(([expression]) => !found.has(expression));
      if (!error && missing.length > 0) this.warn(`React Router contains no ${missing.map(([expression]) => expression).join(', ')}`);
    },
  };
}
