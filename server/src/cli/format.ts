import { main } from '@dev-connector/json/cli';
import type { Command } from './command.ts';

/** The formatter's own command, which has its own help. */
export const format: Command = async (args) => main(args, 'dev-connector format');
