import { markHidden } from '@dev-connector/contract';
import type { ReactNode } from 'react';

interface UserTextProps {
  text: string;
  /** Element to render. */
  as?: 'bdi' | 'p' | 'li' | 'h1' | 'h2' | 'h3' | 'ins' | 'del' | 'span';
  id?: string;
  /** Undefined for a part of a paragraph, which has the direction of the whole. */
  dir?: undefined;
  className?: string;
}

/**
 * Renders text written by a user; use it for all such text. Isolates the text direction and shows invisible characters as marks.
 */
export function UserText({ text, as: Tag = 'bdi', ...attributes }: UserTextProps) {
  return (
    // `bdi` implies `dir="auto"`.
    <Tag dir={Tag === 'bdi' ? undefined : 'auto'} {...attributes}>
      {markHidden<ReactNode>(text, (names, index) => (
        <Mark key={index} names={names} />
      ))}
    </Tag>
  );
}

/** One mark for a run of hidden characters: the name of the first and the number of others. */
function Mark({ names: [first = '', ...others] }: { names: string[] }) {
  const label = others.length > 0 ? `${others.length + 1} hidden characters, ${first} first` : `Hidden character ${first}`;
  return (
    <span role="img" aria-label={label} title={label} className="hidden-mark">
      {first}
      {others.length > 0 && ` +${others.length}`}
    </span>
  );
}
