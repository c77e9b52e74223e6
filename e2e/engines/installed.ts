import { existsSync, globSync } from 'node:fs';

export type EngineName = 'chromium' | 'firefox' | 'webkit';

const first = (...patterns: string[]): string | undefined => patterns.flatMap((pattern) => globSync(pattern))[0];

const webkitDriver = first('/usr/bin/WebKitWebDriver');

/** Paths of the browsers that the tests of the engines use, besides Chromium, which comes from npm. */
export const paths = {
  firefox:
    process.env.FIREFOX_PATH ?? first('/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'),
  webkitDriver,
  miniBrowser: webkitDriver && first('/usr/lib/*/webkit2gtk-4.*/MiniBrowser', '/usr/lib*/webkit2gtk-4.*/MiniBrowser'),
  xvfb: first('/usr/bin/Xvfb'),
  setpriv: first('/usr/bin/setpriv', '/bin/setpriv'),
};

export const engines: EngineName[] = [
  'chromium',
  ...(paths.firefox ? (['firefox'] as const) : []),
  ...(paths.miniBrowser && existsSync(paths.xvfb ?? '') ? (['webkit'] as const) : []),
];

const packages = { firefox: 'firefox-esr', webkit: 'webkit2gtk-driver and xvfb' };

/** A line for each engine that is not installed. */
export const missingEngines: string[] = (['firefox', 'webkit'] as const)
  .filter((engine) => !engines.includes(engine))
  .map((engine) => `The tests in ${engine} did not run, because it is not installed. On Debian, install ${packages[engine]}.`);
