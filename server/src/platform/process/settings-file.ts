import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder } from '../db/make-folder.ts';
import { writeSmallFile } from '../db/write-atomically.ts';
import { printNote } from '../log/escape.ts';
import { type Environment, filePath, SettingError, settingsTable } from '../settings.ts';

/*
 * A started site writes its settings to a file in DATA_DIR, so that commands print the right links and use the right database without the environment of the
 * site. Secrets are not written: only the path of a NAME_FILE, and DATABASE_URL if it has no password. `null` marks a setting that was left out.
 */
const settingsFile = (dataDir: string): string => join(dataDir, 'settings.json');

type Saved = Record<string, string | null>;

/** Paths are relative to the folder in which the site was started. */
const isPath = (name: string): boolean => name.endsWith('_FILE');

/** Writes the settings of a started site, readable only by its owner. `port` is the port it listens on. */
export function saveSettings(dataDir: string, environment: Environment, port: number): void {
  const names = Object.entries<{ secret?: true; internal?: true }>(settingsTable).flatMap(([name, { secret, internal }]) =>
    secret ? [`${name}_FILE`] : internal ? [] : [name],
  );
  const saved: Saved = { PORT: String(port) };
  for (const name of names) {
    const value = environment[name]?.trim();
    if (value && name !== 'PORT') saved[name] = isPath(name) ? resolve(filePath(value)) : value;
  }
  const databaseUrl = environment.DATABASE_URL?.trim();
  if (databaseUrl) {
    delete saved.DATABASE_URL_FILE; // it is not used
    saved.DATABASE_URL = hasPassword(databaseUrl) ? null : databaseUrl;
  }
  makeFolder(dataDir);
  writeSmallFile(settingsFile(dataDir), `${JSON.stringify(saved, null, 2)}\n`);
}

const hasPassword = (url: string): boolean => {
  const { password = '', search = '?password' } = URL.parse(url) ?? {};
  return password !== '' || /password/i.test(search);
};

/** Returns the environment for a command: the given one, completed with the saved settings of the site in its data folder. `onNote` is called with a sentence if they cannot be read. */
export function siteEnvironment(environment: Environment = process.env, onNote: (sentence: string) => void = printNote): Environment {
  const saved = readSaved(dataFolder(environment), onNote);
  const isSet = (name: string) => {
    const base = name.replace(/_FILE$/, '');
    return [name, base, `${base}_FILE`].some((other) => environment[other] !== undefined);
  };
  const missing = Object.entries(saved).filter(([name]) => !isSet(name));
  if (missing.some(([, value]) => value === null))
    throw new SettingError([
      'DATABASE_URL is not set. The site was started with one that has a password, which is not saved: set DATABASE_URL or DATABASE_URL_FILE',
    ]);
  return { ...environment, ...Object.fromEntries(missing as Array<[string, string]>) };
}

/** The data folder, or the default if the setting is invalid, which readSettings reports. */
function dataFolder({ DATA_DIR }: Environment): string {
  try {
    return filePath(DATA_DIR?.trim() || settingsTable.DATA_DIR.default);
  } catch {
    return settingsTable.DATA_DIR.default;
  }
}

/** A file that is empty or broken, as after a crash of the machine, is ignored. */
function readSaved(dataDir: string, onNote: (sentence: string) => void): Saved {
  const file = settingsFile(dataDir);
  try {
    const saved: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const isValid =
      typeof saved === 'object' && saved && Object.values(saved).every((value) => typeof value === 'string' || value === null);
    if (!isValid) throw new Error('it does not contain settings');
    return saved as Saved;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return {}; // the site has not been started yet
    if (code === 'EACCES') return {}; // data-folder.ts reports it, with what to do
    onNote(`${file} is ignored, because it cannot be read: ${message}. The next start of the site writes it again.`);
    return {};
  }
}
