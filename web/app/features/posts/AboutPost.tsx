import type { Post } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sanitizedHtml } from '../../ui/browser/trusted-types';
import { UserText } from '../../ui/UserText';
import { FollowPerson } from '../follows/FollowPerson';
import { followStateQuery } from '../follows/follow-queries';
import { AuthorCard } from './AuthorCard';

/** Number of words from which the headings of a post are listed. */
const longText = 1_500;

/** Shows the author of a post and, if the post is long, links to its headings. */
export const AboutPost = ({ post }: { post: Post }) => (
  <>
    <Author post={post} />
    {post.text.split(/\s+/).length >= longText && <Headings html={post.html} />}
  </>
);

function Author({ post }: { post: Post }) {
  const { user: _id, name } = post;
  const { data: state } = useQuery(followStateQuery(_id));
  return <AuthorCard post={post}>{state && <FollowPerson user={{ _id, name }} following={state.viewer.following} />}</AuthorCard>;
}

function Headings({ html }: { html: string }) {
  const headings = useMemo(() => headingsOf(html), [html]);
  if (headings.length < 2) return null;
  return (
    <nav aria-labelledby="headings">
      <h2 id="headings" className="pb-2 font-medium">
        In this post
      </h2>
      <ul className="max-h-80 overflow-y-auto">
        {headings.map(({ id, text, depth }) => (
          <li key={id} style={{ paddingInlineStart: `${depth}rem` }}>
            <a href={`#${id}`} className="link-quiet wrap-anywhere line-clamp-2 py-1 text-muted hover:text-ink">
              <UserText text={text} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The headings of a rendered text. `depth`: levels below the highest, which is `h3`. */
function headingsOf(html: string) {
  const template = document.createElement('template');
  template.innerHTML = sanitizedHtml(html);
  return Array.from(template.content.querySelectorAll('.heading > [id]'), ({ id, textContent, tagName }) => ({
    id,
    text: textContent,
    depth: Number(tagName[1]) - 3,
  }));
}
