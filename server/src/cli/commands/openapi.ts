import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOpenapi } from '@dev-connector/contract';
import { buildApp } from '../../app.ts';
import { openDb } from '../../platform/db/open.ts';
import { readSettings } from '../../platform/settings.ts';
import { command } from '../command.ts';

const help = `Prints the OpenAPI 3.1 document of the API. A running site serves it at ${readOpenapi.path}.

  dev-connector openapi > openapi.json`;

export const openapi = command({
  help,
  options: {},
  async run() {
    // Request it from the real app with a temporary database, so that it equals what a site serves.
    const dataDir = mkdtempSync(join(tmpdir(), 'dev-connector-openapi-'));
    const settings = { ...readSettings({ LOG_LEVEL: 'silent' }), dataDir };
    const db = await openDb(settings);
    const app = await buildApp({ settings, db });
    try {
      const reply = await app.inject(readOpenapi.path);
      console.log(JSON.stringify(reply.json(), null, 2));
    } finally {
      await app.close();
      await db.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
});
