import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Whoever runs one of the sites: calls the program beside the running site, as it says on the terminal. */
export class Owner {
  private readonly dataDir: string;
  private readonly url: string;

  constructor(siteName: string) {
    const sites = JSON.parse(process.env.SITES ?? '{}');
    this.dataDir = join(sites.folder, siteName);
    this.url = sites[siteName];
  }

  /** What `dev-connector` with these words prints, as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: every command has a shape of its own
  async run(...words: string[]): Promise<any> {
    const environment = { PATH: process.env.PATH, DATA_DIR: this.dataDir, PUBLIC_URL: this.url };
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...words, '--json'], { env: environment });
    return JSON.parse(stdout);
  }

  /** Lets the time of every invitation be over. */
  expireInvitations(): void {
    const db = new DatabaseSync(join(this.dataDir, 'dev-connector.db'), { timeout: 20_000 });
    db.exec('update invitations set expires_at = 1');
    db.close();
  }
}

const program = fileURLToPath(new URL('../server/start.js', import.meta.url));
