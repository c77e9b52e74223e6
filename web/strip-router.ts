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

/** Where it says that it reloads the page, and does, because it cannot load the module of a route, even of a link that the pointer only touched. app/missing-route.ts opens the screen instead. */
const reload: typeof constants = [
  [/\bconsole\.error\(`Error loading route module [^;]+;/g, ''],
  [/\bwindow\.location\.reload\(\)/g, "dispatchEvent(new Event('missing-route'))"],
];
const replacements = [...constants, ...reload];

/** Replaces these expressions in the browser. The build fails if the installed version lacks one. */
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
        for (const [expression, value] of replacements) {
          code = code.replaceAll(expression, () => {
            found.add(expression);
            return value;
          });
        }
        return { code, map: null };
      },
    },
    buildEnd(error) {
      const missing = replacements.filter(([expression]) => !found.has(expression));
      if (!error && missing.length > 0) this.error(`React Router contains no ${missing.map(([expression]) => expression).join(', ')}`);
    },
  };
}
