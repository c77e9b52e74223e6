import type { ReactNode } from 'react';
import { markHidden } from './hidden';

interface WrittenProps {
  text: string;
  /** What it stands in; an inline `bdi` unless it says otherwise. */
  as?: 'bdi' | 'p' | 'li' | 'h1' | 'h2' | 'h3';
  id?: string;
  className?: string;
}

/**
 * A text that somebody wrote. It runs in its own direction and reorders nothing around it; a character in it that nobody would see shows as a small mark.
 * Whatever a person may write is shown through this.
 */
export function Written({ text, as: Tag = 'bdi', ...attributes }: WrittenProps) {
  return (
    // A `bdi` has it of itself.
    <Tag dir={Tag === 'bdi' ? undefined : 'auto'} {...attributes}>
      {markHidden<ReactNode>(text, (names, index) => (
        <Mark key={index} names={names} />
      ))}
    </Tag>
  );
}

/** A run of hidden characters, however long, is one mark: the first's name, and how many more. */
function Mark({ names: [first = '', ...others] }: { names: string[] }) {
  const label = others.length > 0 ? `${others.length + 1} hidden characters, ${first} first` : `Hidden character ${first}`;
  return (
    <span role="img" aria-label={label} title={label} className="hidden-mark">
      {first}
      {others.length > 0 && ` +${others.length}`}
    </span>
  );
}
