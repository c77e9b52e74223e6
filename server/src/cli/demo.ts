import { openDb } from '../db/open.ts';
import { makeCommunity } from '../demo/community.ts';
import { demoPassword, fill } from '../demo/fill.ts';
import { requireRights } from '../process/data-folder.ts';
import { readSettings } from '../settings.ts';
import { command, print, printJson } from './command.ts';
import { whole } from './number.ts';

const help = `Fills an empty site with a made-up community, to try things out or to measure them.

  dev-connector demo [--members 500] [--posts 20000] [--seed 1] [--json]

  --members N   how many members (40)
  --posts N     how many posts, with about five likes and three comments each (200)
  --seed N      another number, another community; the same number and sizes, the same community (1)
  --json        what was made, as JSON

It goes where the settings DATA_DIR or DATABASE_URL say, and only into an empty database.`;

const most = 10_000_000;

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
      members: whole('members', values.members, 1, most),
      posts: whole('posts', values.posts, 0, most),
      seed: whole('seed', values.seed, 0, most),
    };
    const began = performance.now();
    const settings = readSettings();
    requireRights(settings, 'write');
    const db = await openDb(settings);
    try {
      const community = makeCommunity(sizes);
      const made = await fill(db, community);
      const email = community.members[0]?.email;
      if (values.json) {
        printJson({ ...made, email, password: demoPassword });
        return undefined;
      }
      const { members, profiles, posts, comments, likes } = made;
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      print(
        `Made ${members} members (${profiles} with a profile), ${posts} posts, ${comments} comments and ${likes} likes in ${seconds} s.`,
      );
      print(`Sign in as ${email} with the password ${demoPassword} (all members have it), once the site runs.`);
    } finally {
      await db.close();
    }
    return undefined;
  },
});
