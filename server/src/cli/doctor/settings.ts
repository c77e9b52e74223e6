import { statSync } from 'node:fs';
import { siteEnvironment } from '../../platform/process/settings-file.ts';
import { type Environment, filePath, readSettings, SettingError, type Settings, settingsTable } from '../../platform/settings.ts';
import { type Finding, findings, preventing } from './finding.ts';

/** Reads the settings of the site as commands do. Returns the faults if they are invalid. */
export function readSiteSettings(
  own: Environment,
): { environment: Environment; settings: Settings; notes: Finding[] } | { invalid: Finding[] } {
  try {
    const notes: Finding[] = [];
    const environment = siteEnvironment(own, (message) => notes.push({ check: 'settings', state: 'note', message }));
    return { environment, settings: readSettings(environment), notes };
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return {
      invalid: preventing(
        'settings',
        error.problems.map((problem) => `${problem}.`),
      ),
    };
  }
}

/** Checks valid settings for faults with which the site starts. */
export function checkSettings(settings: Settings, environment: Environment): Finding[] {
  const set = Object.keys(settingsTable).filter((name) => environment[name] || (secrets.includes(name) && environment[`${name}_FILE`]));
  const faults = [...readableSecrets(environment), ...proxyFaults(settings)];
  return [...findings('settings', faults, set.length > 0 ? `set: ${set.join(', ')}` : 'all defaults'), ...publicUrlNote(settings)];
}

/** The settings that can be read from a file, set with `NAME_FILE`. */
const secrets = Object.entries(settingsTable).flatMap(([name, definition]) => ('secret' in definition ? [name] : []));

function readableSecrets(environment: Environment): string[] {
  if (process.platform === 'win32') return [];
  return secrets.flatMap((name) => {
    // The file is ignored if the setting itself is set.
    const file = !environment[name] && environment[`${name}_FILE`]?.trim();
    return file && statSync(filePath(file)).mode & 0o007
      ? [`All users of this machine can read the secret in ${file} (${name}_FILE). Run chmod 600 ${file}`]
      : [];
  });
}

/** A site that others can reach has links with the name by which each request called it, and printed links name this machine. */
function publicUrlNote({ publicUrl, host, trustProxy = [] }: Settings): Finding[] {
  const isLoopback = host === 'localhost' || host === '::1' || host.startsWith('127.');
  if (publicUrl || (isLoopback && trustProxy.length === 0)) return [];
  const reason = isLoopback ? 'TRUST_PROXY is set' : `HOST is ${host}`;
  const message = `${reason}, so others can reach the site, but PUBLIC_URL is not set: invitations, reset links and links in e-mail begin with http://localhost.`;
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
