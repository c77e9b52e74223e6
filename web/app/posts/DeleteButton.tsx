import { focusMain } from '../ui/focus';
import { TrashIcon } from './icons';

/** Milliseconds in which a second click is still the second half of a double click. */
const doubleClick = 600;

let lastDeletion = Number.NEGATIVE_INFINITY;

/** Deletes at once. What stood beneath moves up under the pointer then: the second click of a double click must not delete that too. */
export function DeleteButton({ label, onDelete, className = '' }: { label: string; onDelete: () => void; className?: string }) {
  return (
    <button
      type="button"
      className={`btn btn-ghost btn-sm btn-square hover:text-error ${className}`}
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
