import { withoutHidden } from '@dev-connector/contract';
import { useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { SuggestedMark } from '../../features/search/SuggestedMark';
import { scrollIntoView } from '../../ui/fields/scroll-into-view';
import { useShortcutsEnabled } from '../../ui/keys/enabled';
import { type KeyPress, keysOf } from '../../ui/keys/keys';
import type { ShortcutId } from '../../ui/keys/shortcuts';
import { useShortcuts } from '../../ui/registered-shortcuts';
import { UserText } from '../../ui/UserText';
import type { Destination } from '../navigation/destinations';
import { useFoundDestinations } from './found';
import { ShortcutKeys } from './ShortcutKeys';
import { screenAt } from './screens';

interface PaletteProps {
  destinations: Destination[];
  isMember: boolean;
  onClose: () => void;
  /** Stops collecting text typed before the dialog opened, and returns it. */
  takeTyped: () => string;
}

/** Command palette: a dialog with a combobox of the screens, of operators of the search, and of the people, tags and posts that the text may mean. */
export function Palette({ destinations, isMember, onClose, takeTyped }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  useEffect(() => {
    const typed = takeTyped();
    dialog.current?.showModal();
    setText(typed);
  }, [takeTyped]);
  const [active, setActive] = useState(0);
  const words = text.toLowerCase().split(/\s+/);
  const found = useFoundDestinations(text, isMember);
  const matches = [...destinations.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word))), ...found];

  function change(text: string) {
    setText(text);
    setActive(0);
  }

  function go({ to, query, isDocument }: Destination) {
    if (query !== undefined) {
      change(query);
      return field.current?.focus();
    }
    dialog.current?.close();
    if (isDocument) location.assign(to);
    else void navigate(to);
  }

  function onKeyDown(event: KeyPress) {
    const keys = keysOf(event);
    const step = { ArrowDown: 1, ArrowUp: -1 }[keys];
    if (step) {
      event.preventDefault();
      setActive((active + step + matches.length) % Math.max(matches.length, 1));
    } else if (keys === 'Enter' && matches[active]) {
      event.preventDefault();
      go(matches[active]);
    }
  }

  return (
    <dialog ref={dialog} aria-label="Go to" closedby="any" className="dialog mt-[12vh] p-0 [--dialog-width:35rem]" onClose={onClose}>
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label="Go to"
        aria-expanded
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={matches[active] && `${id}-${active}`}
        autoComplete="off"
        placeholder="Go to…"
        className="w-full border-line border-b px-4 py-3 outline-none placeholder:text-muted"
        value={text}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {/* As high as ten rows and a half, or seven and a half of those for fingers: half a row shows that the list continues. */}
      <div id={id} role="listbox" aria-label="Screens" className="max-h-85 overflow-y-auto p-1 pointer-coarse:max-h-83.5">
        {matches.map((destination, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
          <div
            key={destination.to}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            aria-label={withoutHidden([destination.label, destination.hint].filter(Boolean).join(' '))}
            className="menu-item"
            ref={index === active ? scrollIntoView : undefined}
            onPointerMove={() => setActive(index)}
            onClick={() => go(destination)}
          >
            <SuggestedMark kind={destination.kind} avatar={destination.avatar} icon={screenAt(destination.to).icon} />
            <UserText
              text={destination.kind === 'tag' ? destination.label.slice(1) : destination.label} // the mark has the #
              className="min-w-0 truncate"
            />{' '}
            {destination.hint && <span className="ml-auto max-w-1/2 shrink-0 truncate text-muted text-sm">{destination.hint}</span>}
            <AvailableKeys id={screenAt(destination.to).shortcut} />
          </div>
        ))}
      </div>
      <p role="status" className={matches.length > 0 ? 'sr-only' : 'px-4 pb-4 text-muted'}>
        {matches.length === 0 ? 'Nothing matches.' : ''}
      </p>
    </dialog>
  );
}

/** The keys of a shortcut that exists on this screen, unless the viewer has turned shortcuts off. */
function AvailableKeys({ id }: { id: ShortcutId | undefined }) {
  const exists = useShortcuts().some((shortcut) => shortcut.id === id);
  const isEnabled = useShortcutsEnabled();
  if (!id || !exists || !isEnabled) return;
  return (
    <span aria-hidden className="ml-auto flex gap-1 pointer-coarse:hidden">
      <ShortcutKeys id={id} />
    </span>
  );
}
