import { serve } from '../main.ts';
import { command } from './command.ts';

const help = `Runs the site until it is told to stop (Ctrl-C, SIGTERM); whoever is being served is served to the end.

  dev-connector start
  PORT=8080 HOST=0.0.0.0 dev-connector start

The first start makes the data folder and the database in it. A newer program brings an older database up to date at its
start, and puts a copy of it beside first. The settings are listed in the README; without any the site is at
http://localhost:3000, for this machine alone.`;

export const start = command({
  help,
  options: {},
  async run() {
    await serve();
    return undefined; // it goes on by itself
  },
});
