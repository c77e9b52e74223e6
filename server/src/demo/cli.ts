import { parseArgs } from 'node:util';
import { openDb } from '../db/open.ts';
import { explain } from '../explain.ts';
import { readSettings, SettingError } from '../settings.ts';
import { makeCommunity } from './community.ts';
import { demoPassword, fill } from './fill.ts';

const help = `Fills an empty site with a made-up community, to try things out or to measure them.

  npm run demo -- --members 500 --posts 20000 --seed 1

  --members N   how many members (40)
  --posts N     how many posts, with about five likes and three comments each (200)
  --seed N      another number, another community; the same number and sizes, the same community (1)
  --help        this text

It goes where the settings DATA_DIR or DATABASE_URL say. Stop the site first if it runs on that folder.`;

try {
  const { values } = parseArgs({
    options: {
      members: { type: 'string', default: '40' },
      posts: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) console.log(help);
  else
    await main({
      members: whole('members', values.members, 1),
      posts: whole('posts', values.posts, 0),
      seed: whole('seed', values.seed, 0),
    });
} catch (error) {
  console.error(explain(error) ?? error);
  process.exitCode = 1;
}

async function main(sizes: { members: number; posts: number; seed: number }): Promise<void> {
  const began = performance.now();
  const db = await openDb(readSettings());
  try {
    const community = makeCommunity(sizes);
    const { members, profiles, posts, comments, likes } = await fill(db, community);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(
      `Made ${members} members (${profiles} with a profile), ${posts} posts, ${comments} comments and ${likes} likes in ${seconds} s.`,
    );
    console.log(`Sign in as ${community.members[0]?.email} with the password ${demoPassword} (all members have it), after npm start.`);
  } finally {
    await db.close();
  }
}

function whole(option: string, text: string, least: number): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= least && number <= 10_000_000) return number;
  throw new SettingError(`--${option} must be a whole number from ${least} to 10000000, but is "${text}".`);
}
