import { ArrowUp } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
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
  /** Rejects if the new items could not be loaded. */
  show: () => unknown;
  /** Moves the focus to the new items. */
  focus?: () => void;
}

/**
 * Button above a list that shows the items that have arrived since it was loaded. They are never inserted while the viewer reads.
 * An empty list shows them at once, and the button only if that fails.
 */
export function NewItems({ count, hasMore, noun, isEmpty, className = '-mt-3.5', show, focus = focusStart }: NewItemsProps) {
  const shownAtOnce = isEmpty ? count : 0;
  const [hasFailed, setHasFailed] = useState(false);
  const showAtOnce = useEffectEvent(async () => {
    try {
      await show();
      setHasFailed(false);
    } catch {
      setHasFailed(true);
    }
  });
  useEffect(() => {
    if (shownAtOnce > 0) void showAtOnce();
  }, [shownAtOnce]);

  async function onPress() {
    await show();
    focus();
  }

  return (
    <div aria-live="polite" className="sticky top-[calc(var(--bar)+0.5rem)] z-10 flex h-0 justify-center">
      {count > 0 && (!isEmpty || hasFailed) && (
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
