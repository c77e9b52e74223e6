import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockFile {
  packages: Record<string, { link?: boolean; inBundle?: boolean; integrity?: string }>;
}

/**
 * Returns the packages of package-lock.json whose content npm would not check. npm leaves out the hashes of optional packages for other systems if it reads
 * node_modules instead of the registry.
 */
export function packagesWithoutIntegrity(): string[] {
  const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as LockFile;
  const isChecked = (path: string) => {
    const { link, inBundle, integrity } = packages[path] ?? {};
    return link || inBundle || !path.includes('node_modules/') || integrity?.startsWith('sha512-');
  };
  return Object.keys(packages).filter((path) => !isChecked(path));
}
