import { withoutHidden } from '@dev-connector/contract';
import { X } from 'lucide-react';
import { type DragEvent, useRef } from 'react';
import { type KeyPress, keysOf } from '../keys/keys';
import { UserText } from '../UserText';

interface TokenChipProps {
  token: string;
  index: number;
  onRemove: () => void;
  onMove: (from: number, to: number) => void;
}

/** Type of the data that is dragged: the index of the token. */
const dragType = 'application/x-token';

/** Token of a TokenInput. Drag it, or move it with Alt and an arrow key; Delete removes it. */
export function TokenChip({ token, index, onRemove, onMove }: TokenChipProps) {
  const item = useRef<HTMLLIElement>(null);

  function onKeyDown(event: KeyPress) {
    const keys = keysOf(event);
    const distance = { 'Alt+ArrowLeft': -1, 'Alt+ArrowRight': 1 }[keys];
    const step = { ArrowLeft: -1, ArrowRight: 1 }[keys];
    if (distance) {
      event.preventDefault();
      onMove(index, index + distance);
    } else if (step) {
      const next = step === 1 ? item.current?.nextElementSibling : item.current?.previousElementSibling;
      next?.querySelector('button')?.focus();
    } else if (keys === 'Delete' || keys === 'Backspace') {
      event.preventDefault();
      onRemove();
    }
  }

  function onDrop(event: DragEvent) {
    const from = event.dataTransfer.getData(dragType);
    event.preventDefault();
    if (from !== '') onMove(Number(from), index);
  }

  return (
    <li
      ref={item}
      className="chip cursor-grab"
      draggable
      onDragStart={({ dataTransfer }) => dataTransfer.setData(dragType, String(index))}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      <UserText text={token} />
      <button
        type="button"
        className="-mr-1 rounded-sm p-0.5 text-muted hover:text-ink pointer-coarse:-my-1 pointer-coarse:-mr-2 pointer-coarse:-ml-1 pointer-coarse:p-2"
        aria-label={`Remove ${withoutHidden(token)}`}
        title="Remove; Alt and an arrow key move it"
        onKeyDown={onKeyDown}
        onClick={onRemove}
      >
        <X className="size-3.5" />
      </button>
    </li>
  );
}
