/** User agent patterns. Order matters: most browsers also name the browsers they are compatible with, so the first match wins. */
const browsers: Array<[sign: RegExp, name: string]> = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera|OPiOS|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\bHeadlessChrome\//, 'Headless Chrome'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: Array<[sign: RegExp, name: string]> = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (userAgent: string, names: Array<[RegExp, string]>) => names.find(([sign]) => sign.test(userAgent))?.[1];

/** Returns a readable name such as 'Firefox on Linux', or the first product name if the user agent is not a known browser. */
export function describeUserAgent(userAgent: string | undefined): string {
  const browser = userAgent && nameIn(userAgent, browsers);
  const system = userAgent && nameIn(userAgent, systems);
  if (browser) return system ? `${browser} on ${system}` : browser;
  return userAgent?.trim().split(/[\s/]/)[0]?.slice(0, 60) || 'Unknown device';
}
