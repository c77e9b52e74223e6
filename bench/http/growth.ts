import { openDb } from '../../server/src/platform/db/open.ts';
import { type Case, cases, toBytes } from './cases.ts';
import { addFeedPages, type Content, readContent, sqliteCommunity } from './community.ts';
import { type Effort, median } from './compare.ts';
import { type LoadGenerator, processorTime, type Server, startLoadGenerator, startSite } from './processes.ts';
import { environment, table } from './report.ts';

const growthCases = ['feed, likes and comments', 'feed, counts only', 'single post'];

interface SizedSite {
  posts: number;
  site: Server;
  content: Content;
}

/** Sends the same requests to sites with these numbers of posts alternately and compares each site with the first. */
export async function growth(sizes: number[], effort: Effort): Promise<string> {
  const sites: SizedSite[] = [];
  const loadGenerator = startLoadGenerator();
  try {
    for (const posts of sizes) {
      const dataDir = await sqliteCommunity({ members: 500, posts });
      const content = await readContent(await openDb({ dataDir }));
      const site = await startSite({ DATA_DIR: dataDir });
      sites.push({ posts, site, content: await addFeedPages(site, content) });
    }
    const rows: string[][] = [];
    for (const benchCase of cases.filter(({ name }) => growthCases.includes(name)))
      rows.push(await compareSizes(loadGenerator, sites, benchCase, effort));
    return `${environment()}\n\n${table(['case', ...sizes.map((posts) => `${posts} posts: ratio, CPU ratio`)], rows)}`;
  } finally {
    await loadGenerator.stop();
    for (const { site } of sites) await site.stop();
  }
}

async function compareSizes(
  loadGenerator: LoadGenerator,
  sites: SizedSite[],
  benchCase: Case,
  { rounds, slice }: Effort,
): Promise<string[]> {
  const slicesBySize = sites.map(() => [] as Array<{ perSecond: number; processor: number }>);
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { site, content }] of sites.entries()) {
      const before = processorTime(site.pid);
      const { requests, milliseconds } = await loadGenerator.run({
        port: site.port,
        requests: benchCase.requests(content).map(toBytes),
        connections: 32,
        milliseconds: round === 0 ? slice * 3 : slice,
      });
      const processor = (processorTime(site.pid) - before) / requests;
      if (round > 0) slicesBySize[index]?.push({ perSecond: requests / milliseconds, processor });
    }
  }
  const [smallest = []] = slicesBySize;
  const minProcessor = (slices: Array<{ processor: number }>) => Math.min(...slices.map(({ processor }) => processor));
  const cells = slicesBySize.map((slices) => {
    const ratio = median(slices.map(({ perSecond }, round) => perSecond / (smallest[round]?.perSecond ?? 1)));
    return `${ratio.toFixed(2)}, ${(minProcessor(smallest) / minProcessor(slices)).toFixed(2)}`;
  });
  console.error([benchCase.name, ...cells].join('  '));
  return [benchCase.name, ...cells];
}
