import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The used part of React Router's manifest. */
interface BuildManifest {
  entry: { module: string; imports: string[]; css?: string[] };
  routes: Record<
    string,
    { id: string; parentId?: string; module: string; clientLoaderModule?: string; imports?: string[]; css?: string[] }
  >;
}

/** Writes the formatter's service worker, which lists every file of the screen. Run it after a build. */
export function writeFormatterServiceWorker(buildFolder: string): void {
  const client = join(buildFolder, 'client');
  const [manifestFile = ''] = globSync('assets/manifest-*.js', { cwd: client });
  const manifest: BuildManifest = JSON.parse(
    readFileSync(join(client, manifestFile), 'utf8').replace(/^window\.__reactRouterManifest=|;$/g, ''),
  );
  const files = new Set(['/icon.svg', `/${manifestFile}`, manifest.entry.module, ...manifest.entry.imports, ...(manifest.entry.css ?? [])]);
  const [screen] = Object.values(manifest.routes).filter(({ id }) => id.startsWith('features/formatter/'));
  if (!screen) throw new Error('The build does not contain the formatter');
  for (let route: typeof screen | undefined = screen; route; route = route.parentId ? manifest.routes[route.parentId] : undefined) {
    const { module, clientLoaderModule = module, imports = [], css = [] } = route;
    for (const file of [module, clientLoaderModule, ...imports, ...css]) files.add(file);
  }
  // Add the files that the screen loads later: its viewer and its worker.
  for (const file of files) {
    if (!file.startsWith('/assets/') || file.includes('manifest-') || !belongsToScreen(file, screen.module)) continue;
    for (const [, name] of readFileSync(join(client, file), 'utf8').matchAll(/["'`](?:\.\/|\/?assets\/)([\w.-]+\.(?:js|css))["'`]/g))
      files.add(`/assets/${name}`);
  }
  const names = [...files].sort();
  // The page is rendered by the server build.
  const content = createHash('sha256')
    .update(names.join())
    .update(readFileSync(join(buildFolder, 'server/index.js')));
  const worker = readFileSync(new URL('service-worker.js', import.meta.url), 'utf8');
  const program = `const version = '${content.digest('hex').slice(0, 16)}';\nconst files = ${JSON.stringify(names)};\n${worker}`;
  mkdirSync(join(client, 'dev'), { recursive: true });
  writeFileSync(join(client, 'dev/formatter-offline.js'), program);
}

/** Whether a file belongs only to this screen. Other files refer to those of all screens. */
const belongsToScreen = (file: string, module: string): boolean => file === module || /\/(Viewer|formatter-worker)-/.test(file);
