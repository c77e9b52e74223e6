import { makeCommunity } from '../../demo/community.ts';
import { demoPassword, insertCommunity } from '../../demo/insert-community.ts';
import { requireRights } from '../../platform/process/data-folder.ts';
import { openSiteDatabase } from '../../platform/process/known-database.ts';
import { siteEnvironment } from '../../platform/process/settings-file.ts';
import { readSettings } from '../../platform/settings.ts';
import { command, parseInteger, print, printJson } from '../command.ts';
import { formatElapsed } from '../figures.ts';

const help = `Fills an empty site with a sample community, for trials and measurements.

  dev-connector demo [--members 500] [--posts 20000] [--seed 1] [--json]

  --members N   number of members (default 40)
  --posts N     number of posts, each with about five likes and three comments (default 200)
  --seed N      seed of the random data; the same seed and sizes create the same community, up to its dates (default 1)
  --json        print a summary as JSON

The database of DATA_DIR or DATABASE_URL must be empty.`;

const max = 10_000_000;

export const demo = command({
  help,
  options: {
    members: { type: 'string', default: '40' },
    posts: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean' },
  },
  async run(values) {
    const sizes = {
      members: parseInteger('members', values.members, 1, max),
      posts: parseInteger('posts', values.posts, 0, max),
      seed: parseInteger('seed', values.seed, 0, max),
      end: Date.now(),
    };
    const start = performance.now();
    const settings = readSettings(siteEnvironment());
    requireRights(settings, 'write');
    const db = await openSiteDatabase(settings);
    try {
      const community = makeCommunity(sizes);
      const created = await insertCommunity(db, community);
      const email = community.members[0]?.email;
      if (values.json) {
        printJson({ ...created, email, password: demoPassword });
        return;
      }
      const { members, profiles, posts, comments, likes } = created;
      print(
        `Created ${members} members (${profiles} with a profile), ${posts} posts, ${comments} comments and ${likes} likes in ${formatElapsed(start)}.`,
      );
      print(`To sign in, start the site and use ${email} with the password ${demoPassword}. All members have this password.`);
    } finally {
      await db.close();
    }
  },
});
