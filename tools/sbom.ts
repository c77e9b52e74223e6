import { readFileSync } from 'node:fs';

interface LockedPackage {
  version: string;
  license?: string;
  /** Such as `sha512-…`, in Base64. */
  integrity?: string;
  dev?: true;
  link?: true;
}

/**
 * Returns the software bill of materials (CycloneDX 1.6) of what an installation may contain: the packages of the lock file that are not only for development.
 * `npm sbom` leaves out libraries that a workspace needs, too. Without a time and serial number, so that equal lock files give equal documents.
 */
export function listComponents(lockFile: string, { name, version }: { name: string; version: string }): string {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: Record<string, LockedPackage> };
  const components = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, locked]) => toComponent(path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), locked));
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name, version, purl: purl(name, version) } },
    components,
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

function toComponent(name: string, { version, license, integrity = '' }: LockedPackage) {
  const [algorithm = '', digest = ''] = integrity.split('-');
  return {
    type: 'library',
    name,
    version,
    purl: purl(name, version),
    ...(license && { licenses: [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }] }),
    ...(integrity && { hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }] }),
  };
}

/** Package URL, see https://github.com/package-url/purl-spec. */
const purl = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;
