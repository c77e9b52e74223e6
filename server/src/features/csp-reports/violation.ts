/** Maximum length of a logged path or source in characters. */
const maxLength = 200;
const maxLine = 10_000_000;

/** A violation without private data: no query, fragment, referrer, browser, or text of the page. */
export interface Violation {
  directive: string;
  /** Origin of the blocked resource, or a word such as `inline` or `trusted-types-sink`. */
  blocked: string;
  /** Path of the page. */
  path: string;
  /** Path of the script that caused it, with its origin if that is another one. */
  source?: string;
  line?: number;
  /** Name of the property or function that refused a string, such as `Element innerHTML`. */
  sink?: string;
}

/** A violation of this site; one that a browser extension caused; or neither, such as a report about another site. */
export type Report = { from: 'site'; violation: Violation } | { from: 'extension' | 'invalid'; violation: Pick<Violation, 'directive'> };

const directives = new Set([
  ...['default-src', 'script-src', 'script-src-elem', 'script-src-attr', 'style-src', 'style-src-elem', 'style-src-attr', 'img-src'],
  ...['font-src', 'connect-src', 'media-src', 'object-src', 'frame-src', 'child-src', 'worker-src', 'manifest-src', 'form-action'],
  ...['base-uri', 'frame-ancestors', 'require-trusted-types-for', 'trusted-types'],
]);

/** Values of `blocked-uri` other than addresses, and schemes that browsers report instead of an address. */
const blockedWords = new Set([
  ...['inline', 'eval', 'wasm-eval', 'trusted-types-sink', 'trusted-types-policy', 'self'],
  ...['data', 'blob', 'about', 'filesystem'],
]);

/** Schemes of scripts that are not the site's. Safari reports scripts of extensions as `webkit-masked-url://hidden/`. */
const ofExtension = /^([\w-]*extension|webkit-masked-url|user-script|chrome|resource)(:|$)/i;

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/**
 * Reads the violations in the body of a report: `application/csp-report` (https://www.w3.org/TR/CSP3/#deprecated-serialize-violation) or
 * `application/reports+json` (https://www.w3.org/TR/reporting-1/#serialize-reports). `origin` is that of the site. Never throws.
 */
export const readReports = (body: unknown, origin: string): Report[] => [body].flat().map((item) => readReport(item, new URL(origin).host));

function readReport(item: unknown, host: string): Report {
  const fields = isObject(item) ? (item['csp-report'] ?? (item.type === 'csp-violation' ? item.body : undefined)) : undefined;
  if (!isObject(fields)) return { from: 'invalid', violation: { directive: 'other' } };
  const read = (...names: string[]) => names.map((name) => fields[name]).find((value) => typeof value === 'string') ?? '';
  const [named = ''] = read('effective-directive', 'effectiveDirective', 'violated-directive').split(' ', 1);
  const directive = directives.has(named) ? named : 'other';
  const blocked = read('blocked-uri', 'blockedURL');
  const source = read('source-file', 'sourceFile');
  const page = URL.parse(read('document-uri', 'documentURL'));
  if (page?.host !== host) return { from: 'invalid', violation: { directive } };
  if (ofExtension.test(blocked) || ofExtension.test(source)) return { from: 'extension', violation: { directive } };
  const line = fields['line-number'] ?? fields.lineNumber;
  const sink = /^[\w .:-]{1,40}(?=\|)/.exec(read('script-sample', 'sample'))?.[0];
  const violation: Violation = { directive, blocked: blockedOf(blocked, page), path: page.pathname.slice(0, maxLength) };
  const cause = sourceOf(source, page);
  if (cause) violation.source = cause;
  if (cause && typeof line === 'number' && line > 0 && line < maxLine) violation.line = line;
  if (sink && directive === 'require-trusted-types-for') violation.sink = sink;
  return { from: 'site', violation };
}

function blockedOf(blocked: string, { origin }: URL): string {
  const [word = ''] = blocked.split(':', 1);
  if (blockedWords.has(word)) return word;
  const url = URL.parse(blocked);
  if (!url || !/^(https?|wss?):$/.test(url.protocol)) return 'other';
  return url.origin === origin ? 'self' : url.origin.slice(0, maxLength);
}

function sourceOf(source: string, { origin }: URL): string | undefined {
  const url = URL.parse(source);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  return `${url.origin === origin ? '' : url.origin}${url.pathname}`.slice(0, maxLength);
}
