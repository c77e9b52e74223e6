import type { ReactNode } from 'react';
import { markHidden } from './hidden';

interface WrittenProps {
  text: string;
  /** What it stands in; an inline `bdi` unless it says otherwise. */
  as?: 'bdi' | 'p' | 'h1' | 'h2' | 'h3';
  id?: string;
  className?: string;
}

/**
 * A text that somebody wrote. It runs in its own direction and reorders nothing around it; a character in it that nobody would see shows as a small mark.
 * Whatever a person may write is shown through this.
 */
export function Written({ text, as: Tag = 'bdi', ...attributes }: WrittenProps) {
  return (
    <Tag dir="auto" {...attributes}>
      {markHidden<ReactNode>(text, (name, index) => (
        <span key={index} role="img" aria-label={`hidden character ${name}`} title={`Hidden character ${name}`} className="hidden-mark">
          {name}
        </span>
      ))}
    </Tag>
  );
}
