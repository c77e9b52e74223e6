import { paths } from '../installed.ts';

/** The command of a program that the kernel ends when the process that starts it ends, even after `kill -9`. Only Linux does this. */
export const withParent = (program: string, args: string[]): [program: string, args: string[]] =>
  paths.setpriv ? [paths.setpriv, ['--pdeathsig', 'KILL', '--', program, ...args]] : [program, args];
