/** Formats row counts by table as `2 members, 1 post`. Omits internal tables. */
export function formatCounts(rows: Record<string, number>): string {
  const nouns: Record<string, string> = { users: 'member', posts: 'post', comments: 'comment', likes: 'like' };
  return Object.entries(nouns)
    .map(([table, noun]) => counted(rows[table] ?? 0, noun))
    .join(', ');
}

export const counted = (count: number, noun: string): string => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** Formats a size in bytes as KB, MB or GB. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} KB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}

/** Formats the time since `start`, a value of `performance.now()`, in seconds. */
export const formatElapsed = (start: number): string => `${((performance.now() - start) / 1000).toFixed(1)} s`;
