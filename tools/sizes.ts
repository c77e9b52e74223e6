import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { buildApp } from '../server/src/app.ts';
import { builtPages } from '../server/src/features/pages/pages.ts';
import { openDb } from '../server/src/platform/db/open.ts';
import { readSettings } from '../server/src/platform/settings.ts';

/** Maximum compressed bytes of a screen's first load. */
const budgets = { script: 125 * 1024, style: 16 * 1024 };
/** The screen without script, and its maximum compressed bytes including style. */
const withoutScript = { path: '/', page: 30 * 1024 };

interface BuildManifest {
  entry: { module: string; imports: string[]; css?: string[] };
  routes: Record<
    string,
    { id: string; parentId?: string; module: string; imports?: string[]; css?: string[]; clientLoaderModule?: string }
  >;
}

export interface Size {
  screen: string;
  script: number;
  style: number;
}

const client = join(import.meta.dirname, '../web/build/client');

/** Returns the first load of each screen: the entry, and modules and styles of its route and all parent routes. Requires a build. */
export function screenSizes(): Size[] {
  const { entry, routes } = readManifest();
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId));
  return Object.values(routes)
    .filter(({ id }) => !parents.has(id))
    .map((screen) => {
      const script = new Set([entry.module, ...entry.imports]);
      const style = new Set(entry.css);
      for (let route: typeof screen | undefined = screen; route; route = route.parentId ? routes[route.parentId] : undefined) {
        for (const file of [route.module, ...(route.imports ?? [])]) script.add(file);
        for (const file of route.css ?? []) style.add(file);
      }
      return { screen: screen.id.replace(/\/route$/, ''), script: total(script), style: total(style) };
    });
}

/** Returns one line per exceeded budget. */
export function sizeProblems(sizes: Size[], pageWithoutScript: PageWithoutScript): string[] {
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
  const problems = sizes.flatMap((size) =>
    (['script', 'style'] as const)
      .filter((kind) => size[kind] > budgets[kind])
      .map((kind) => `${size.screen}: ${kilobytes(size[kind])} of ${kind}, the budget is ${kilobytes(budgets[kind])}`),
  );
  if (pageWithoutScript.script > 0) problems.push(`${withoutScript.path} must not ship script`);
  if (pageWithoutScript.page > withoutScript.page)
    problems.push(`${withoutScript.path}: ${kilobytes(pageWithoutScript.page)}, the budget is ${kilobytes(withoutScript.page)}`);
  return problems;
}

function readManifest(): BuildManifest {
  const [file = ''] = globSync('assets/manifest-*.js', { cwd: client });
  return JSON.parse(readFileSync(join(client, file), 'utf8').replace(/^window\.__reactRouterManifest=|;$/g, ''));
}

const compressed = new Map<string, number>();

function total(files: Iterable<string>): number {
  let sum = 0;
  for (const file of files) {
    // The router adds a `#` to the style of the entry.
    const size =
      compressed.get(file) ?? brotliCompressSync(withStableNames(readFileSync(join(client, file.replace('#', '')), 'utf8'))).length;
    compressed.set(file, size);
    sum += size;
  }
  return sum;
}

/**
 * Replaces the hashes in the names of other files by hashes of these names. They are as long, and do not change with the content of those files, by which the
 * compressed size would vary by a hundred bytes.
 */
const withStableNames = (code: string): string =>
  code.replace(
    /([\w-]+)-[\w-]{8}(?=\.(?:js|css)\b)/g,
    (_, name: string) => `${name}-${createHash('sha256').update(name).digest('base64url').slice(0, 8)}`,
  );

/** Compressed size of the screen without script. */
export interface PageWithoutScript {
  /** Number of script elements, which must be 0. */
  script: number;
  /** Bytes of the page including its style. */
  page: number;
}

/** Requests the screen without script from the real site. */
export async function measurePageWithoutScript(): Promise<PageWithoutScript> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dev-connector-sizes-'));
  const settings = { ...readSettings({ LOG_LEVEL: 'silent' }), dataDir };
  const db = await openDb(settings);
  const app = await buildApp({ settings, db, pages: builtPages });
  try {
    const { body } = await app.inject({ url: withoutScript.path });
    const script = body.match(/<script(?![^>]*type="application\/ld\+json")|rel="modulepreload"/g)?.length ?? 0;
    return { script, page: brotliCompressSync(body).length };
  } finally {
    await app.close();
    await db.close();
    rmSync(dataDir, { recursive: true });
  }
}
