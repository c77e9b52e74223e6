/** The screens for members, by the beginning of their paths, and what visitors sign in for. */
const purposes: Array<[RegExp, string]> = [
  [/^posts\/.*#author$/, 'follow the author'],
  [/^posts\/[\da-f]+-/, 'read this post'],
  [/^posts/, 'read and write posts'],
  [/^tags\/./, 'read the posts with this tag'],
  [/^tags/, 'browse tags'],
  [/^search/, 'search posts and comments'],
  [/^dashboard/, 'see your dashboard'],
  [/^notifications/, 'see your notifications'],
  [/^bookmarks/, 'see your bookmarks'],
  [/^account/, 'change your account'],
  [/^profile\/[^/]+\/posts/, 'read the posts of this member'],
  [/^profile\/[^/]+\/follow/, 'see who follows whom'],
  [/^(create|edit|add)-/, 'edit your profile'],
];

/** Why the screen at this path redirects visitors to the login screen. */
export function signInReason(target: string): string | undefined {
  const path = target.replace('/dev/', '');
  const purpose = purposes.find(([pattern]) => pattern.test(path))?.[1];
  return purpose && `Sign in to ${purpose}`;
}
