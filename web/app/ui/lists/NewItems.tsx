import { ArrowUp } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { focusMain } from '../browser/focus';
import { formatNumber } from '../numbers';
import { PendingButton } from '../PendingButton';

interface NewItemsProps {
  count: number;
  /** Whether there may be more than `count`. */
  hasMore?: boolean;
  /** Singular of what the list has. */
  noun: string;
  /** Whether the list shows nothing, so that new items move nothing. */
  isEmpty: boolean;
  className?: string;
  show: () => unknown;
  /** Moves the focus to the new items. */
  focus?: () => void;
}

/** Button above a list that shows the items that have arrived since it was loaded. They are never inserted while the viewer reads; an empty list shows them at once. */
export function NewItems({ count, hasMore, noun, isEmpty, className = '-mt-3.5', show, focus = focusStart }: NewItemsProps) {
  const shownAtOnce = isEmpty ? count : 0;
  const showAtOnce = useEffectEvent(show);
  useEffect(() => {
    if (shownAtOnce > 0) void showAtOnce();
  }, [shownAtOnce]);

  async function onPress() {
    await show();
    focus();
  }

  return (
    <div aria-live="polite" className="sticky top-[calc(var(--bar)+0.5rem)] z-10 flex h-0 justify-center">
      {count > shownAtOnce && (
        <PendingButton size="sm" className={`rounded-full shadow-float ${className}`} onPress={onPress}>
          <ArrowUp />
          {`${formatNumber(count)}${hasMore ? '+' : ''} new ${noun}${count === 1 ? '' : 's'}`}
        </PendingButton>
      )}
    </div>
  );
}

function focusStart() {
  window.scrollTo(0, 0);
  focusMain();
}
