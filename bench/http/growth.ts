import { openDb } from '../../server/src/db/open.ts';
import { type Case, cases, toBytes } from './cases.ts';
import { type Content, readContent, sqliteCommunity } from './community.ts';
import { type Effort, median } from './compare.ts';
import { type Client, processorTime, type Server, startClient, startSite } from './processes.ts';
import { circumstances, table } from './report.ts';

const grown = ['feed, likes and comments', 'feed, counts only', 'single post'];

interface Grown {
  posts: number;
  site: Server;
  content: Content;
}

/** The same requests of sites of these sizes (posts), in turn; each against the first. */
export async function growth(sizes: number[], effort: Effort): Promise<string> {
  const all: Grown[] = [];
  const client = startClient();
  try {
    for (const posts of sizes) {
      const dataDir = await sqliteCommunity({ members: 500, posts });
      all.push({ posts, content: await readContent(await openDb({ dataDir })), site: await startSite({ DATA_DIR: dataDir }) });
    }
    const rows: string[][] = [];
    for (const one of cases.filter(({ name }) => grown.includes(name))) rows.push(await compareSizes(client, all, one, effort));
    return `${circumstances()}\n\n${table(['case', ...sizes.map((posts) => `${posts} posts: ratio, by processor`)], rows)}`;
  } finally {
    await client.stop();
    for (const { site } of all) await site.stop();
  }
}

async function compareSizes(client: Client, all: Grown[], one: Case, { rounds, slice }: Effort): Promise<string[]> {
  const found = all.map(() => [] as Array<{ perSecond: number; processor: number }>);
  // The first round warms up, and counts for nothing.
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { site, content }] of all.entries()) {
      const before = processorTime(site.pid);
      const { requests, milliseconds } = await client.ask({
        port: site.port,
        requests: one.requests(content).map(toBytes),
        connections: 32,
        milliseconds: round === 0 ? slice * 3 : slice,
      });
      const processor = (processorTime(site.pid) - before) / requests;
      if (round > 0) found[index]?.push({ perSecond: requests / milliseconds, processor });
    }
  }
  const [smallest = []] = found;
  const least = (slices: Array<{ processor: number }>) => Math.min(...slices.map(({ processor }) => processor));
  const cells = found.map((slices) => {
    const ratio = median(slices.map(({ perSecond }, round) => perSecond / (smallest[round]?.perSecond ?? 1)));
    return `${ratio.toFixed(2)}, ${(least(smallest) / least(slices)).toFixed(2)}`;
  });
  console.error([one.name, ...cells].join('  '));
  return [one.name, ...cells];
}
