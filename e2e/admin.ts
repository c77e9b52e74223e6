import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The admin of a test site, who runs the CLI while the site is running. */
export class Admin {
  private readonly dataDir: string;
  private readonly url: string;

  constructor(siteName: string) {
    const sites = JSON.parse(process.env.SITES ?? '{}');
    this.dataDir = join(sites.folder, siteName);
    this.url = sites[siteName];
  }

  /** Runs `dev-connector` with these arguments and returns its JSON output. */
  // biome-ignore lint/suspicious/noExplicitAny: the output depends on the command
  async run(...args: string[]): Promise<any> {
    const environment = { PATH: process.env.PATH, DATA_DIR: this.dataDir, PUBLIC_URL: this.url };
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args, '--json'], { env: environment });
    return JSON.parse(stdout);
  }

  /** Expires every invitation. */
  expireInvitations(): void {
    const db = new DatabaseSync(join(this.dataDir, 'dev-connector.db'), { timeout: 20_000 });
    db.exec('update invitations set expires_at = 1');
    db.close();
  }
}

const program = fileURLToPath(new URL('../server/start.js', import.meta.url));
