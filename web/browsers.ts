/** The oldest versions of browsers that the pages support: those of November 2024 (docs/browsers.md). Keys as in MDN's compatibility data. */
export const oldestBrowsers = { chrome: '131', edge: '131', firefox: '132', safari: '18.1', safari_ios: '18.1' };

/** The same versions for the compiler, which converts newer syntax and adds prefixes to styles. */
export const buildTarget: string[] = Object.entries(oldestBrowsers).map(
  ([browser, version]) => `${browser === 'safari_ios' ? 'ios' : browser}${version}`,
);
