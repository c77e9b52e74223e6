import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The part of the router's manifest that matters here. */
interface BuildManifest {
  entry: { module: string; imports: string[]; css?: string[] };
  routes: Record<
    string,
    { id: string; parentId?: string; module: string; clientLoaderModule?: string; imports?: string[]; css?: string[] }
  >;
}

/** Writes the service worker of the formatter's screen, which knows by name every file that the screen needs. To be run after a build. */
export function keepFormatterOffline(buildFolder: string): void {
  const client = join(buildFolder, 'client');
  const [manifestFile = ''] = globSync('assets/manifest-*.js', { cwd: client });
  const manifest: BuildManifest = JSON.parse(
    readFileSync(join(client, manifestFile), 'utf8').replace(/^window\.__reactRouterManifest=|;$/g, ''),
  );
  const files = new Set(['/icon.svg', `/${manifestFile}`, manifest.entry.module, ...manifest.entry.imports, ...(manifest.entry.css ?? [])]);
  const [screen] = Object.values(manifest.routes).filter(({ id }) => id.startsWith('routes/formatter/'));
  if (!screen) throw new Error('The formatter has no screen in this build');
  for (let route: typeof screen | undefined = screen; route; route = route.parentId ? manifest.routes[route.parentId] : undefined) {
    const { module, clientLoaderModule = module, imports = [], css = [] } = route;
    for (const file of [module, clientLoaderModule, ...imports, ...css]) files.add(file);
  }
  // What the screen loads later: its viewer and its worker.
  for (const file of files) {
    if (!file.startsWith('/assets/') || file.includes('manifest-') || !isOwn(file, screen.module)) continue;
    for (const [, name] of readFileSync(join(client, file), 'utf8').matchAll(/["'`](?:\.\/|\/?assets\/)([\w.-]+\.(?:js|css))["'`]/g))
      files.add(`/assets/${name}`);
  }
  const names = [...files].sort();
  // The page itself is made by the server's half of the build.
  const content = createHash('sha256')
    .update(names.join())
    .update(readFileSync(join(buildFolder, 'server/index.js')));
  const worker = readFileSync(new URL('worker.js', import.meta.url), 'utf8');
  const program = `const version = '${content.digest('hex').slice(0, 16)}';\nconst files = ${JSON.stringify(names)};\n${worker}`;
  mkdirSync(join(client, 'dev'), { recursive: true });
  writeFileSync(join(client, 'dev/formatter-offline.js'), program);
}

/** Whether a file is of this screen alone: the others name files of all screens. */
const isOwn = (file: string, module: string): boolean => file === module || /\/(Viewer|formatter-worker)-/.test(file);
