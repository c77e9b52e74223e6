import { statSync } from 'node:fs';
import { readSettings, SettingError, type Settings, settingsTable } from '../../settings.ts';
import { type Finding, findings } from './finding.ts';

type Environment = Record<string, string | undefined>;

/** The settings, or nothing where one of them cannot be used. */
export function checkSettings(environment: Environment): { settings?: Settings; found: Finding[] } {
  let settings: Settings;
  try {
    settings = readSettings(environment);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return {
      found: findings(
        'settings',
        error.problems.map((problem) => `${problem}.`),
        '',
      ),
    };
  }
  const set = Object.keys(settingsTable).filter((name) => environment[name] || (secrets.includes(name) && environment[`${name}_FILE`]));
  const faults = [...openSecrets(environment), ...publicFaults(settings), ...proxyFaults(settings)];
  return { settings, found: findings('settings', faults, set.length > 0 ? `set: ${set.join(', ')}` : 'all as they come') };
}

/** The settings that may stand in a file, which `NAME_FILE` names. */
const secrets = Object.entries(settingsTable).flatMap(([name, definition]) => ('secret' in definition ? [name] : []));

function openSecrets(environment: Environment): string[] {
  if (process.platform === 'win32') return [];
  return secrets.flatMap((name) => {
    // Where the setting itself is set, its file is not read, and need not be there.
    const file = !environment[name] && environment[`${name}_FILE`];
    return file && statSync(file).mode & 0o007
      ? [`${file} (${name}_FILE) holds a secret that everybody on this machine may read: chmod 600 it.`]
      : [];
  });
}

function publicFaults({ publicUrl }: Settings): string[] {
  const url = publicUrl && URL.parse(publicUrl);
  if (!url) return [];
  const faults: string[] = [];
  if (url.pathname !== '/' || url.search || url.hash || url.username)
    faults.push(`PUBLIC_URL must end after the host: the site has its addresses from / on, and ${publicUrl} has more.`);
  return faults;
}

function proxyFaults({ publicUrl, port, trustProxy = [] }: Settings): string[] {
  const everybody = trustProxy.filter((range) => /\/0$/.test(range));
  if (everybody.length > 0)
    return [`TRUST_PROXY believes everybody (${everybody.join(', ')}): any visitor could choose the address they are known by.`];
  const url = publicUrl && URL.parse(publicUrl);
  // The program itself speaks plain HTTP on PORT: any other public address is some proxy's.
  const behindProxy = url && (url.protocol === 'https:' || Number(url.port || 80) !== port);
  if (behindProxy && trustProxy.length === 0)
    return [`PUBLIC_URL is ${publicUrl}, so a proxy stands before the site, but TRUST_PROXY names none: all visitors would count as one.`];
  return [];
}
