import { focusMain } from '../ui/focus';
import { TrashIcon } from './icons';

/** Milliseconds within which a second click counts as a double click. */
const doubleClick = 600;

let lastDeletion = Number.NEGATIVE_INFINITY;

/** Delete button that ignores the second click of a double click: the next item has moved under the pointer by then. */
export function DeleteButton({ label, onDelete, className = '' }: { label: string; onDelete: () => void; className?: string }) {
  return (
    <button
      type="button"
      className={`btn btn-ghost btn-sm btn-icon hover:text-danger ${className}`}
      aria-label={label}
      onClick={({ timeStamp }) => {
        if (timeStamp - lastDeletion < doubleClick) return;
        lastDeletion = timeStamp;
        onDelete();
        focusMain();
      }}
    >
      <TrashIcon />
    </button>
  );
}
