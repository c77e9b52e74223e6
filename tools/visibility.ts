import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * What is shown is selected from the fragments of server/src/features/visibility/policy.ts, so that nothing shows a deleted, muted or members-only text by mistake. The
 * files below name the tables themselves, for a reason; one that is not listed must not.
 */
const root = join(import.meta.dirname, '..');

const listed: Record<string, string[]> = {
  'defines the policy': ['visibility/policy.ts'],
  "reads the account of the one who signs in, or an admin's list": [
    ...[
      'auth',
      'known-callers',
      'members',
      'password-resets',
      'sessions',
      'users',
      'mail/address-mails',
      'mail/former-addresses',
      'mail/forgotten-password',
      'mail/verification',
    ].map((name) => `accounts/${name}.ts`),
    'avatars/avatars.ts',
    'site/members.ts',
  ],
  'writes or locks the rows': [
    'mentions/mentions.ts',
    ...['bookmarks/bookmarks.ts', 'comments/comments.ts', 'drafts/drafts.ts', 'posts/change-post.ts', 'posts/pins.ts', 'posts/posts.ts'],
    'posts/mention-links.ts',
    ...[
      'notifications/watches.ts',
      'posts/revisions.ts',
      'posts/top.ts',
      'profiles/profile-changes.ts',
      'tags/post-tags.ts',
      'tags/tag-changes.ts',
    ],
  ],
  'deletes the rows': ['comments/deletion.ts', 'comments/remove.ts', 'deletion/batches.ts', 'posts/deletion.ts'],
  'measures or processes rows of all': [
    ...[
      'comments/feature.ts',
      'handles/first-handles.ts',
      'media/references.ts',
      'posts/feature.ts',
      'posts/render-again.ts',
      'search/backfill.ts',
    ],
  ],
  'walks ids, of which the policy then leaves some out': [
    'comments/thread-tree.ts',
    'comments/threads.ts',
    'comments/visibility.ts',
    'posts/following.ts',
  ],
  'adds names and texts to rows that the policy has selected': [
    ...['bookmarks/export.ts', 'bookmarks/list.ts', 'comments/export.ts', 'comments/lists.ts', 'posts/export.ts', 'posts/hydration.ts'],
    ...['profiles/profiles.ts', 'syndication/opml.ts', 'tags/tags.ts'],
  ],
};

const table = /\b(?:from|join) (?:posts|comments|users)\b/;
const view = /\b(?:visible|public)_(?:posts|comments|likes)\b/;

/** Returns the files that select posts, comments or people past the policy, and the listed ones that no longer do. */
export function pastPolicy(): string[] {
  const folder = join(root, 'server/src/features');
  const reasons = Object.values(listed).flat();
  const problems: string[] = [];
  for (const file of globSync('**/*.ts', { cwd: folder }).sort()) {
    const code = readFileSync(join(folder, file), 'utf8').replace(/^\s*(?:\/?\*|\/\/).*$/gm, '');
    if (view.test(code) && file !== 'visibility/policy.ts') problems.push(`${file} selects from a view; use visibility/policy.ts`);
    if (table.test(code) && !reasons.includes(file)) problems.push(`${file} selects from a table; use visibility/policy.ts`);
    if (!table.test(code) && reasons.includes(file)) problems.push(`${file} no longer needs its place in tools/visibility.ts`);
  }
  return problems;
}
