import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import type { Emoji } from './emoji-list';
import { applyEdit } from './markdown-edits';

/** Emoji to list. */
const listed = 6;

/** A colon and at least two characters of a name, at the start of a word. */
const typedName = /(?:^|\s):([a-z0-9_+-]{2,30})$/i;

/** Completes `:name` in a text area. Spread `attributes` on it and call the handlers. The list of emoji loads with the first name that is typed. */
export function useEmojiCompletion(area: RefObject<HTMLTextAreaElement | null>) {
  const id = useId();
  const [matches, setMatches] = useState<Emoji[]>([]);
  const [active, setActive] = useState(0);

  const nameBeforeCaret = (): string | undefined => {
    const { value = '', selectionStart = 0, selectionEnd = 0 } = area.current ?? {};
    return selectionStart === selectionEnd ? typedName.exec(value.slice(Math.max(0, selectionStart - 40), selectionStart))?.[1] : undefined;
  };

  async function onInput(): Promise<void> {
    if (!nameBeforeCaret()) return setMatches([]);
    const list = await import('./emoji-list').catch(() => undefined); // without a connection nothing is completed
    const name = nameBeforeCaret(); // may have changed while the list loaded
    setMatches((name && list?.findEmoji(name, listed)) || []);
    setActive(0);
  }

  function choose({ emoji }: Emoji): void {
    const name = nameBeforeCaret();
    setMatches([]);
    if (!name || !area.current) return;
    const { selectionStart: end } = area.current;
    const start = end - name.length - 1;
    const caret = start + emoji.length + 1;
    applyEdit(area.current, { start, end, text: `${emoji} `, select: [caret, caret] });
  }

  /** Returns whether the key was used. */
  function onKeyDown({ key }: KeyboardEvent): boolean {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    const match = matches[active];
    if (!match) return false;
    if (step) setActive((active + step + matches.length) % matches.length);
    else if (key === 'Enter' || key === 'Tab') choose(match);
    else if (key === 'Escape') setMatches([]);
    else return false;
    return true;
  }

  return {
    attributes: {
      'aria-autocomplete': 'list' as const,
      'aria-controls': matches.length > 0 ? id : undefined,
      'aria-activedescendant': matches.length > 0 ? `${id}-${active}` : undefined,
    },
    onInput,
    onKeyDown,
    close: () => setMatches([]),
    list: matches.length > 0 && (
      <div
        id={id}
        role="listbox"
        aria-label="Emoji"
        className="menu absolute top-full left-0 z-20 mt-1 in-[:popover-open]:top-auto in-[:popover-open]:bottom-0"
      >
        {matches.map((match, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text area has the keys
          <div
            key={match.name}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className="menu-item"
            onPointerDown={(event) => event.preventDefault()} // keeps the focus in the text area
            onClick={() => choose(match)}
          >
            <span aria-hidden>{match.emoji}</span>
            {`:${match.name}:`}
          </div>
        ))}
      </div>
    ),
  };
}
