import { address, type Reply } from '../../calls.ts';
import type { Load } from '../../measure/load.ts';
import type { Report } from '../../scenario.ts';
import type { FullSite } from './data.ts';

/** Reads each long list to its end by `Link`, all lists concurrently, and checks that every item comes once. */
export async function walk(call: Load, url: string, documented: string[], data: FullSite, report: Report, engine: string): Promise<void> {
  const { popular, posts, likers, large, full } = data;
  const expected = { comments: popular.comments.length, likes: likers.length };
  const lists: Array<{ operation: string; path: string; count: number }> = [
    { operation: 'GET /api/profile', path: '/api/profile?limit=100', count: large.length + full.length + 1 },
    { operation: 'GET /api/posts', path: '/api/posts?limit=100', count: posts.length + 2 },
    { operation: 'GET /api/posts/{id}/comments', path: `/api/posts/${popular.id}/comments?limit=100`, count: expected.comments },
    { operation: 'GET /api/posts/{id}/likes', path: `/api/posts/${popular.id}/likes?limit=100`, count: expected.likes },
  ];
  const { token } = data.small;
  let sent = 0;

  async function count(start: string): Promise<{ items: number; distinct: number } | string> {
    const ids = new Set<string>();
    let items = 0;
    for (let path: string | undefined = start; path; ) {
      const reply: Reply = await call('GET', path, { token, from: address(100_000 + sent++) });
      if (reply.status === 503) {
        await new Promise((resolve) => setTimeout(resolve, 1000 * Number(reply.headers['retry-after'] ?? 1)));
        continue;
      }
      if (reply.status !== 200) return `was answered with ${reply.status}`;
      for (const { _id } of reply.json()) {
        ids.add(_id);
        items++;
      }
      const next: string | undefined = /<([^>]+)>;\s*rel="next"/.exec(String(reply.headers.link))?.[1];
      path = next && new URL(next, url).pathname + new URL(next, url).search;
    }
    return { items, distinct: ids.size };
  }

  await Promise.all(
    lists.map(async ({ operation, path, count: all }) => {
      if (!documented.includes(operation)) return report.check(false, `${operation} does not exist`);
      const found = await count(path).catch((error: Error) => `failed: ${error.message}`);
      if (typeof found === 'string') return report.check(false, `${engine}: the list ${operation} ${found}`);
      report.check(
        found.items === all && found.distinct === all,
        `${engine}: ${operation} listed ${found.distinct} of ${all} items, ${found.items - found.distinct} of them twice`,
      );
    }),
  );
  const post = await call('GET', `/api/posts/${popular.id}`, { token, from: address(100_000 + sent) }).catch((error: Error) => error);
  const counts = post instanceof Error || post.status !== 200 || post.bytes > 8_000_000 ? undefined : post.json();
  report.check(
    counts?.commentCount === expected.comments && counts?.likeCount === expected.likes,
    `${engine}: the popular post counts ${counts?.commentCount} comments and ${counts?.likeCount} likes`,
  );
}
