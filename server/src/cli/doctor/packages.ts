import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { type Finding, findings } from './finding.ts';

const ownManifest = new URL('../../../../package.json', import.meta.url);

/** What does not work without a package. */
const uses: Record<string, string> = {
  sharp: 'members cannot upload pictures',
  '@resvg/resvg-js': 'link previews have no pictures',
  '@react-pdf/renderer': 'résumés cannot be downloaded as PDF',
};

interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Checks that the libraries are installed, with their programs for this platform, which npm leaves out with `--omit=optional` or a lock file of another platform. */
export function checkPackages(
  manifest: string | URL = ownManifest,
  { platform, arch }: { platform: string; arch: string } = process,
): Finding[] {
  const faults = Object.keys(read(manifest).dependencies ?? {}).flatMap((name) => {
    const installed = find(name, manifest);
    const missing = installed === undefined ? [name] : missingPrograms(installed, `${platform}-${arch}`);
    const effect = uses[name] ? `, so ${uses[name]}` : '';
    return missing.map((part) => `The package ${part} is not installed${effect}. Install again on this machine, without --omit=optional.`);
  });
  return findings('packages', faults, 'installed');
}

/** Returns the packages with programs for this platform that a library lists and that are missing. On Linux there are two sets, of which one is needed: for glibc and for musl. */
function missingPrograms(manifest: string, platform: string): string[] {
  const names = Object.keys(read(manifest).optionalDependencies ?? {}).filter(
    (name) => name.replace('linuxmusl', 'linux').endsWith(platform) || name.includes(`${platform}-`),
  );
  const [glibc, musl] = [names.filter((name) => !name.includes('musl')), names.filter((name) => name.includes('musl'))];
  const missing = [glibc, musl].filter((set) => set.length > 0).map((set) => set.filter((name) => !find(name, manifest)));
  return missing.some((set) => set.length === 0) ? [] : (missing[0] ?? []);
}

function find(name: string, from: string | URL): string | undefined {
  try {
    return findPackageJSON(name, from);
  } catch {
    return undefined;
  }
}

const read = (manifest: string | URL): Manifest => JSON.parse(readFileSync(manifest, 'utf8'));
