import type { Environment, Settings } from '../../platform/settings.ts';
import { CommandFailure } from '../command.ts';
import type { Finding } from './finding.ts';
import { checkFolder, checkTemporaryFolder } from './folder.ts';
import { checkPackages } from './packages.ts';
import { checkSettings } from './settings.ts';

/** The checks that `start` and `doctor` share. They take milliseconds, and change nothing. */
export const startChecks = (settings: Settings, environment: Environment): Finding[] => [
  ...checkPackages(),
  ...checkSettings(settings, environment),
  ...checkFolder(settings),
  ...checkTemporaryFolder(settings),
];

/** Returns the messages of faults with which the site starts. Throws a CommandFailure for the others. */
export function faultsAtStart(settings: Settings, environment: Environment): string[] {
  const faults = startChecks(settings, environment).filter(({ state }) => state === 'fault');
  const reasons = faults.filter(({ preventsStart }) => preventsStart).map(({ message }) => message);
  if (reasons.length > 0) throw new CommandFailure(reasons.join('\n'));
  return faults.map(({ message }) => message);
}
