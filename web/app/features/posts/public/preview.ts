import {
  excerptOf,
  feedsOf,
  headlineOf,
  memberPath,
  type Post,
  postPath,
  summaryOf,
  textOfHtml,
  withoutHidden,
} from '@dev-connector/contract';
import { previewMeta } from '../../site/public-meta';
import { feedLinks } from '../../syndication/feed-queries';

/* In code points. */
const descriptionLength = 200;
/** Structured data holds the start of a long text, which keeps the page below its limit. */
const textLength = 5000;

/** Meta tags of a public post for search engines and link previews (Open Graph, schema.org). */
export function previewOf(post: Post, origin: string, siteTitle: string) {
  const { _id: id, user, handle, date, publishedAt = date, editedAt, likeCount, commentCount } = post;
  const modified = editedAt !== undefined && editedAt > publishedAt ? editedAt : undefined;
  const headline = headlineOf(post);
  const name = withoutHidden(post.name);
  const url = origin + postPath(post);
  const picture = `${origin}/dev/posts/${id}/og.png`;
  const description = summaryOf(post.html, descriptionLength);
  const counted = (type: string, count: number) => ({
    '@type': 'InteractionCounter',
    interactionType: `https://schema.org/${type}`,
    userInteractionCount: count,
  });
  return [
    ...previewMeta({ siteTitle, title: headline, description, type: 'article', picture, url }),
    { name: 'author', content: name },
    { property: 'article:published_time', content: publishedAt },
    ...(modified ? [{ property: 'article:modified_time', content: modified }] : []),
    ...feedLinks(feedsOf(''), siteTitle),
    ...feedLinks(feedsOf(`/dev/profile/${user}`), name),
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'DiscussionForumPosting',
        '@id': url,
        url,
        mainEntityOfPage: url,
        headline,
        text: excerptOf(textOfHtml(post.html, 2 * textLength), textLength),
        image: picture,
        datePublished: publishedAt,
        ...(modified && { dateModified: modified }),
        author: { '@type': 'Person', name, url: origin + memberPath({ _id: user, handle }) },
        commentCount,
        interactionStatistic: [counted('LikeAction', likeCount), counted('CommentAction', commentCount)],
      },
    },
  ];
}
