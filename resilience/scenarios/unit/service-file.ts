import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../site.ts';

export const serviceFile = join(import.meta.dirname, '../../../deploy/dev-connector.service');

/** The settings of the systemd unit that a process can be started with. */
export interface Service {
  /** The variables of `Environment=`. */
  environment: Environment;
  /** The allowed system calls of `SystemCallFilter=`. */
  calls: string[];
  /** The number of `SystemCallErrorNumber=`; 0 if a refused call ends the process. */
  errorNumber: number;
  /** Megabytes of `MemoryHigh=`. */
  memoryHigh: number;
}

/** Reads the unit, and has `systemd-analyze` list the system calls of its groups. */
export function readService(file = serviceFile): Service {
  const lines = readFileSync(file, 'utf8').split('\n');
  const valuesOf = (name: string) => lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));
  const environment = Object.fromEntries(
    valuesOf('Environment')
      .flatMap((value) => value.split(' '))
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
  const calls = new Set<string>();
  for (const filter of valuesOf('SystemCallFilter')) {
    const isRefused = filter.startsWith('~');
    for (const name of filter.replace('~', '').split(' ').flatMap(callsOf)) isRefused ? calls.delete(name) : calls.add(name);
  }
  const [errorName] = valuesOf('SystemCallErrorNumber');
  return {
    environment,
    calls: [...calls],
    errorNumber: errorName ? constants.errno[errorName as keyof typeof constants.errno] : 0,
    memoryHigh: Number.parseInt(valuesOf('MemoryHigh')[0] ?? '', 10),
  };
}

/** Returns the system calls of a group such as `@system-service`, which may contain other groups. */
function callsOf(name: string): string[] {
  if (!name.startsWith('@')) return [name];
  const listed = execFileSync('systemd-analyze', ['syscall-filter', name], { encoding: 'utf8' });
  return listed
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))
    .flatMap(callsOf);
}
