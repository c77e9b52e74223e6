import { main } from '@dev-connector/json/cli';
import type { Command } from '../command.ts';

/** Runs the formatter's command, which has its own help. */
export const format: Command = async (args) => main(args, 'dev-connector format');
