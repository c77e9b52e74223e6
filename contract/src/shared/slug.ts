/** Maximum length of a slug in UTF-16 code units. */
const maxLength = 60;

/** Returns a title as the last part of a post's address, `/dev/posts/{id}/{slug}`: lower-case letters and digits, joined by hyphens. Empty if the title has none. */
export function slugOf(title: string): string {
  const words =
    title
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  let slug = '';
  for (const word of words) {
    if (slug.length + word.length >= maxLength) break;
    slug += slug ? `-${word}` : word;
  }
  return slug;
}

/** Path of a post's page, which ends with its title. */
export function postPath({ _id, title = '' }: { _id: string; title?: string }): string {
  const slug = slugOf(title);
  return `/dev/posts/${_id}${slug && `/${encodeURIComponent(slug)}`}`;
}
