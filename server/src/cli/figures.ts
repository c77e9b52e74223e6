/** `2 members, 1 post` from counts by table; tables that people do not speak of are left out. */
export function countsInWords(rows: Record<string, number>): string {
  const nouns: Record<string, string> = { users: 'member', posts: 'post', comments: 'comment', likes: 'like' };
  return Object.entries(nouns)
    .map(([table, noun]) => counted(rows[table] ?? 0, noun))
    .join(', ');
}

export const counted = (count: number, noun: string): string => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** Bytes as people read them. */
export function sizeInWords(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} KB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}

/** Since a moment of `performance.now()`. */
export const secondsSince = (began: number): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;
