import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { buildApp } from '../server/src/app.ts';
import { openDb } from '../server/src/db/open.ts';
import { builtPages } from '../server/src/pages.ts';
import { readSettings } from '../server/src/settings.ts';

/** Bytes, after Brotli, of the first load of a screen. */
const budgets = { script: 115 * 1024, style: 14 * 1024 };
/** The screen that ships no script at all, and the bytes that it may have with its style. */
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

/** What each screen loads at first: the entry, and the modules and styles of its route and of all routes around it. Needs the built pages. */
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
      return { screen: screen.id.replace(/^routes\/|\/route$/g, ''), script: total(script), style: total(style) };
    });
}

/** What is too large, one line each. */
export function sizeProblems(sizes: Size[], plain: PlainSize): string[] {
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
  const problems = sizes.flatMap((size) =>
    (['script', 'style'] as const)
      .filter((kind) => size[kind] > budgets[kind])
      .map((kind) => `${size.screen}: ${kilobytes(size[kind])} of ${kind}, the budget is ${kilobytes(budgets[kind])}`),
  );
  if (plain.script > 0) problems.push(`${withoutScript.path} ships script, and must not`);
  if (plain.page > withoutScript.page)
    problems.push(`${withoutScript.path}: ${kilobytes(plain.page)}, the budget is ${kilobytes(withoutScript.page)}`);
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
    const size = compressed.get(file) ?? brotliCompressSync(readFileSync(join(client, file))).length;
    compressed.set(file, size);
    sum += size;
  }
  return sum;
}

/** What the screen without script weighs, compressed, with all that it loads. */
export interface PlainSize {
  /** Script elements that a browser would run or fetch; there must be none. */
  script: number;
  /** Bytes of the page, its style in it. */
  page: number;
}

/** Asks the real site for the screen without script. */
export async function plainSize(): Promise<PlainSize> {
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
