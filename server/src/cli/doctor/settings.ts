import { statSync } from 'node:fs';
import { siteEnvironment } from '../../process/settings-file.ts';
import { type Environment, readSettings, SettingError, type Settings, settingsTable } from '../../settings.ts';
import { type Finding, findings } from './finding.ts';

/** Checks the settings. Returns no `settings` if one of them is invalid. */
export function checkSettings(own: Environment): { settings?: Settings; found: Finding[] } {
  let [environment, settings]: [Environment, Settings?] = [own];
  try {
    environment = siteEnvironment(own);
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
  const faults = [...readableSecrets(environment), ...publicFaults(settings), ...proxyFaults(settings)];
  return {
    settings,
    found: [...findings('settings', faults, set.length > 0 ? `set: ${set.join(', ')}` : 'all defaults'), ...publicUrlNote(settings)],
  };
}

/** The settings that can be read from a file, set with `NAME_FILE`. */
const secrets = Object.entries(settingsTable).flatMap(([name, definition]) => ('secret' in definition ? [name] : []));

function readableSecrets(environment: Environment): string[] {
  if (process.platform === 'win32') return [];
  return secrets.flatMap((name) => {
    // The file is ignored if the setting itself is set.
    const file = !environment[name] && environment[`${name}_FILE`];
    return file && statSync(file).mode & 0o007
      ? [`All users of this machine can read the secret in ${file} (${name}_FILE). Run chmod 600 ${file}`]
      : [];
  });
}

function publicFaults({ publicUrl }: Settings): string[] {
  const url = publicUrl && URL.parse(publicUrl);
  if (!url) return [];
  const faults: string[] = [];
  if (url.pathname !== '/' || url.search || url.hash || url.username)
    faults.push(`PUBLIC_URL must end after the host because the site is served from /, but it is ${publicUrl}.`);
  return faults;
}

/** A site that others can reach has links with the name by which each request called it, and printed links name this machine. */
function publicUrlNote({ publicUrl, host, trustProxy = [] }: Settings): Finding[] {
  const isLocal = host === 'localhost' || host === '::1' || host.startsWith('127.');
  if (publicUrl || (isLocal && trustProxy.length === 0)) return [];
  const reason = isLocal ? 'TRUST_PROXY is set' : `HOST is ${host}`;
  const message = `${reason}, so others can reach the site, but PUBLIC_URL is not set: invitations and reset links begin with http://localhost.`;
  return [{ check: 'settings', state: 'note', message }];
}

function proxyFaults({ publicUrl, port, trustProxy = [] }: Settings): string[] {
  const url = publicUrl && URL.parse(publicUrl);
  // The program serves plain HTTP on PORT. Any other public address is that of a proxy.
  const behindProxy = url && (url.protocol === 'https:' || Number(url.port || 80) !== port);
  if (behindProxy && trustProxy.length === 0)
    return [
      `PUBLIC_URL is ${publicUrl}, so the site is behind a proxy, but TRUST_PROXY is not set. Rate limits treat all visitors as one.`,
    ];
  return [];
}
