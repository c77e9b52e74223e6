import { ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../ui/Button';
import { Timestamp } from '../../../ui/dates';
import { PendingButton } from '../../../ui/PendingButton';
import { UserLines } from '../../../ui/UserLines';
import { UserText } from '../../../ui/UserText';
import type { Target } from './edit-queries';
import { useEraseRevision } from './revision-queries';
import { WordDiff } from './WordDiff';

interface Version {
  version: number;
  title?: string;
  /** Missing if the author has erased it. */
  text?: string;
  date: string;
}

interface RevisionProps {
  target: Target;
  version: Version;
  /** The version before this one, if it is loaded. */
  before: Version | undefined;
  isCurrent: boolean;
  isOwn: boolean;
}

/** A version of a text: its date, and what changed. The newest is open. */
export function Revision({ target, version: { version, title, text, date }, before, isCurrent, isOwn }: RevisionProps) {
  const [isOpen, setOpen] = useState(isCurrent);
  const [isConfirming, setConfirming] = useState(false);
  const summary = useRef<HTMLElement>(null);
  const eraseButton = useRef<HTMLButtonElement>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const erase = useEraseRevision(target);
  const isErased = text === undefined;

  /** Moves the focus, because the pressed button disappears. */
  function ask(asks: boolean) {
    flushSync(() => setConfirming(asks));
    (asks ? cancelButton : eraseButton).current?.focus();
  }

  async function confirm() {
    await erase(version);
    setConfirming(false);
    summary.current?.focus();
  }

  return (
    <li>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary ref={summary} className="tap flex items-center gap-1.5 py-2 font-medium">
          <ChevronRight className="text-muted transition-transform in-[details[open]]:rotate-90" />
          Version {version}
          <span className="font-normal text-muted text-sm">
            {isCurrent && 'current · '}
            <Timestamp date={date} />
            {isErased && ' · erased'}
          </span>
        </summary>
        {isOpen && (
          <div className="flex flex-col gap-3 pb-4">
            {isErased ? (
              <p className="text-muted">The author has erased this text.</p>
            ) : (
              <Changes title={title} text={text} before={before} />
            )}
            {isOwn && !isCurrent && !isErased && (
              <div className="flex flex-wrap items-center gap-2">
                {isConfirming ? (
                  <>
                    <span className="text-sm">Erase this version for everyone? This cannot be undone.</span>
                    <Button ref={cancelButton} size="sm" onClick={() => ask(false)}>
                      Cancel
                    </Button>
                    <PendingButton size="sm" variant="danger" onPress={confirm}>
                      Erase
                    </PendingButton>
                  </>
                ) : (
                  <Button ref={eraseButton} size="sm" variant="ghost" className="-ml-2.5 text-muted" onClick={() => ask(true)}>
                    Erase this text
                  </Button>
                )}
              </div>
            )}
          </div>
        )}
      </details>
    </li>
  );
}

function Changes({ title = '', text, before }: { title: string | undefined; text: string; before: Version | undefined }) {
  if (before?.text === undefined)
    return (
      <>
        {before && <p className="text-muted text-sm">The text before this version was erased, so its changes cannot be shown.</p>}
        {title && <UserText as="p" className="wrap-anywhere font-semibold" text={title} />}
        <UserLines text={text} />
      </>
    );
  return (
    <>
      {(title || before.title) && <WordDiff className="wrap-anywhere font-semibold" before={before.title ?? ''} after={title} />}
      <WordDiff className="prose-text" before={before.text} after={text} />
    </>
  );
}
