import { tagPath } from '@dev-connector/contract';
import { Link } from 'react-router';
import { UserText } from '../../ui/UserText';

/** The tags of a post that its text does not contain. */
export const fieldTags = ({ tags, html }: { tags: string[]; html: string }): string[] =>
  tags.filter((tag) => !html.includes(`class="tag" href="${tagPath(tag)}"`));

/** The tags of a post that its text does not contain, as links. */
export const PostTags = ({ post, className = '' }: { post: { tags: string[]; html: string }; className?: string }) => (
  <TagLinks tags={fieldTags(post)} pathOf={tagPath} className={className} />
);

interface TagLinksProps {
  tags: string[];
  pathOf: (tag: string) => string;
  className: string;
}

/** Tags as links, with the class of the microformat h-entry. */
export function TagLinks({ tags, pathOf, className }: TagLinksProps) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className={`flex flex-wrap gap-1.5 ${className}`}>
      {tags.map((tag) => (
        <li key={tag} className="min-w-0">
          <Link
            to={pathOf(tag)}
            className="chip relative text-muted after:absolute after:inset-x-0 pointer-coarse:after:-inset-y-2.5 hover:text-ink"
          >
            <UserText className="p-category" text={`#${tag}`} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
