import { Trash2 } from 'lucide-react';
import { IconButton } from '../../../ui/Button';
import { focusNeighbour } from '../list-keys';

/** Milliseconds within which a second click counts as a double click. */
const doubleClick = 600;

let lastDeletion = Number.NEGATIVE_INFINITY;

/** Delete button that ignores the second click of a double click: the next item has moved under the pointer by then. */
export const DeleteButton = ({ label, onDelete, className = '' }: { label: string; onDelete: () => void; className?: string }) => (
  <IconButton
    size="sm"
    label={label}
    className={`text-muted hover:text-danger ${className}`}
    onClick={({ timeStamp, currentTarget }) => {
      if (timeStamp - lastDeletion < doubleClick) return;
      lastDeletion = timeStamp;
      focusNeighbour(currentTarget);
      onDelete();
    }}
  >
    <Trash2 />
  </IconButton>
);
