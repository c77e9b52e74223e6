import { withoutHidden } from '@dev-connector/contract';
import { X } from 'lucide-react';
import { Link } from 'react-router';
import { UserText } from './UserText';

/** A short label, such as a skill. A link with `to`; removable with `onRemove`. */
export function Tag({ text, to, onRemove }: { text: string; to?: string; onRemove?: () => void }) {
  if (to)
    return (
      <Link to={to} className="chip hover:bg-line">
        <UserText text={text} />
      </Link>
    );
  return (
    <span className="chip">
      <UserText text={text} />
      {onRemove && (
        <button
          type="button"
          className="-mr-1 rounded-sm p-0.5 text-muted hover:text-ink"
          aria-label={`Remove ${withoutHidden(text)}`}
          onClick={onRemove}
        >
          <X className="size-3.5" />
        </button>
      )}
    </span>
  );
}
