import { serve } from '../../main.ts';
import { command } from '../command.ts';

const help = `Runs the site until it receives SIGINT (Ctrl-C), SIGTERM or SIGHUP. Completes requests in progress before it exits.

  dev-connector start
  PORT=8080 HOST=0.0.0.0 dev-connector start

The first start creates the data folder and the database. A newer program upgrades an older database at startup, after it has
saved a copy next to it. The README lists the settings. With the defaults, the site is at http://localhost:3000 and accepts only
connections from this machine.`;

export const start = command({
  help,
  options: {},
  async run() {
    await serve(); // the server keeps the process running
  },
});
