import { existsSync } from 'node:fs';
import { readIdentity, unmark } from '../../platform/db/identity.ts';
import { databaseFile, openDb } from '../../platform/db/open.ts';
import { requireRights } from '../../platform/process/data-folder.ts';
import { forgetDatabase, rememberDatabase, shownDatabase } from '../../platform/process/known-database.ts';
import { readSettings } from '../../platform/settings.ts';
import { command, output } from '../command.ts';

const help = `Confirms that the site uses the database of its settings, although it used another one or was moved. Stop the site first.

  dev-connector adopt [--json]

  --json   print a summary as JSON

The database is that of DATABASE_URL in the environment if it is set, or else the SQLite file in DATA_DIR. Other programs that use the
previous database are not changed: two sites on two databases do not see each other's data.`;

export const adopt = command({
  help,
  options: { json: { type: 'boolean' } },
  async run({ json }) {
    const settings = readSettings(); // not the saved ones: the start uses the environment
    requireRights(settings, 'write');
    const shown = shownDatabase(settings);
    if (!settings.databaseUrl && !existsSync(databaseFile(settings.dataDir))) {
      forgetDatabase(settings.dataDir);
      output(json, { database: shown, id: null }, `The next start creates a new database at ${shown}.`);
      return;
    }
    const db = await openDb(settings);
    try {
      await unmark(db);
      const { id } = await readIdentity(db);
      rememberDatabase(settings.dataDir, { id, shown });
      output(json, { database: shown, id }, `The site uses ${shown} from now on.`);
    } finally {
      await db.close();
    }
  },
});
