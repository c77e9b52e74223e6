import { suggestMentions, tagsInText, withoutHidden } from '@dev-connector/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, type SyntheticEvent, useId, useState } from 'react';
import { useLocation } from 'react-router';
import { api } from '../../../../api/queries';
import { Avatar } from '../../../../ui/Avatar';
import { Highlighted } from '../../../../ui/Highlighted';
import { type KeyPress, keysOf } from '../../../../ui/keys/keys';
import { formatNumber } from '../../../../ui/numbers';
import { tagSuggestionsQuery } from '../../../tags/tag-queries';
import type { Edit } from './markdown-edits';

/** Matches to list. */
const listed = 6;

interface Match {
  key: string;
  /** Replaces the typed name and its sign. */
  text: string;
  label: ReactNode;
}

interface Completion {
  label: string;
  /** Returns the beginning of a name that follows a sign at the end of a text. */
  typed: (before: string) => string | undefined;
  find: (name: string) => Promise<Match[]>;
}

/** Completes `:name` to an emoji, `@name` to a member and `#name` to a tag in a text area. Spread `attributes` on it and call the handlers. */
export function useCompletion(area: RefObject<HTMLTextAreaElement | null>, apply: (edit: Edit) => void) {
  const id = useId();
  const queries = useQueryClient();
  const post = /^\/dev\/posts\/([\da-f-]{36})/.exec(useLocation().pathname)?.[1];
  const [{ label, name, matches }, setFound] = useState<Found>(nothing);
  const [active, setActive] = useState(0);
  /** Whether the author has typed on since these matches were found, which no key chooses any more. */
  const [isStale, setStale] = useState(false);

  const completions: Completion[] = [
    {
      label: 'Emoji',
      typed: (before) => /(?:^|\s):([a-z0-9_+-]{2,30})$/i.exec(before)?.[1],
      find: async (name) => {
        const { findEmoji } = await import('./emoji-list'); // loads with the first name that is typed
        return findEmoji(name, listed).map(({ name, emoji }) => ({
          key: name,
          text: emoji,
          label: (
            <>
              <span aria-hidden>{emoji}</span>
              {`:${name}:`}
            </>
          ),
        }));
      },
    },
    {
      label: 'Members',
      typed: (before) => /(?:^|[\s([{"'*_~>])@([\p{L}\p{M}\p{N}-]{0,30})$/u.exec(before)?.[1],
      find: async (name) => {
        const query = { ...(name && { q: name }), ...(post && { post }) };
        const members = await queries.fetchQuery({
          queryKey: ['mentions', query],
          queryFn: async ({ signal }) => (await api(suggestMentions, { query, signal })).data,
          staleTime: 60_000,
          retry: false,
        });
        return members.map((member) => ({
          key: member._id,
          text: `@${member.handle}`,
          label: (
            <>
              <Avatar src={member.avatar} size={24} />
              <bdi className="min-w-0 shrink-[999] truncate">
                <Highlighted text={withoutHidden(member.name)} typed={name} />
              </bdi>
              <span className="wrap-anywhere ml-auto min-w-0 text-muted">
                @<Highlighted text={member.handle} typed={name} />
              </span>
            </>
          ),
        }));
      },
    },
    {
      label: 'Tags',
      typed: (before) => {
        const line = before.slice(before.lastIndexOf('\n') + 1);
        const last = tagsInText(line).at(-1);
        return last && last.index + 1 + last.name.length === line.length ? last.name : undefined;
      },
      find: async (name) =>
        (await queries.fetchQuery(tagSuggestionsQuery(name.toLowerCase()))).map((tag) => ({
          key: tag.name,
          text: `#${tag.name}`,
          label: (
            <>
              <bdi className="truncate">
                #<Highlighted text={tag.name} typed={name} />
              </bdi>
              <span className="ml-auto pl-4 text-muted tabular-nums">{formatNumber(tag.posts)}</span>
            </>
          ),
        })),
    },
  ];

  /** The name before the caret that can be completed. */
  function typedName(): { completion: Completion; name: string } | undefined {
    const { value = '', selectionStart = 0, selectionEnd = 0 } = area.current ?? {};
    if (selectionStart !== selectionEnd) return undefined;
    const before = value.slice(Math.max(0, selectionStart - 50), selectionStart);
    for (const completion of completions) {
      const name = completion.typed(before);
      if (name !== undefined) return { completion, name };
    }
    return undefined;
  }

  function isTyped(label: string, name: string): boolean {
    const typed = typedName();
    return typed?.completion.label === label && typed.name === name;
  }

  async function onInput(): Promise<void> {
    const typed = typedName();
    if (!typed) return setFound(nothing);
    setStale(true);
    const matches = await typed.completion.find(typed.name).catch(() => []); // without a connection nothing is completed
    // The name has changed, or the author has gone to another field, while the list loaded.
    if (!isTyped(typed.completion.label, typed.name) || document.activeElement !== area.current) return;
    setFound({ label: typed.completion.label, name: typed.name, matches });
    setActive(0);
    setStale(false);
  }

  function choose({ text }: Match): void {
    const name = typedName()?.name;
    setFound(nothing);
    if (name === undefined || !area.current) return;
    const { selectionStart: end } = area.current;
    const start = end - name.length - 1;
    const caret = start + text.length + 1;
    apply({ start, end, text: `${text} `, select: [caret, caret] });
  }

  /** Returns whether there was a match to choose. */
  function chooseActive(): boolean {
    const match = isTyped(label, name) ? matches[active] : undefined;
    if (match) choose(match);
    return match !== undefined;
  }

  /** Returns whether the key was used. */
  function onKeyDown(event: KeyPress): boolean {
    const keys = keysOf(event);
    const step = { ArrowDown: 1, ArrowUp: -1 }[keys];
    if (matches.length === 0 || !isTyped(label, name)) return false;
    if (step) setActive((active + step + matches.length) % matches.length);
    else if (keys === 'Enter' || keys === 'Tab') chooseActive();
    else if (keys === 'Escape') setFound(nothing);
    else return false;
    return true;
  }

  return {
    attributes: {
      'aria-autocomplete': 'list' as const,
      'aria-haspopup': 'listbox' as const,
      'aria-controls': matches.length > 0 ? id : undefined,
      'aria-activedescendant': matches.length > 0 && !isStale ? `${id}-${active}` : undefined,
    },
    onInput,
    onKeyDown,
    chooseActive,
    close: () => setFound(nothing),
    list: (
      <>
        <span className="sr-only" aria-live="polite">
          {matches.length > 0 && !isStale && `${label}: ${matches.length} to choose from with the arrow keys and Enter`}
        </span>
        {matches.length > 0 && (
          <div
            id={id}
            ref={showAll}
            role="listbox"
            aria-label={label}
            className="menu absolute top-full left-0 z-20 mt-1 in-[:popover-open]:top-auto in-[:popover-open]:bottom-0"
            onPointerDown={keepFocus}
            onMouseDown={keepFocus}
          >
            {matches.map((match, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the text area has the keys
              <div
                key={match.key}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={!isStale && index === active}
                className="menu-item"
                onClick={() => choose(match)}
              >
                {match.label}
              </div>
            ))}
          </div>
        )}
      </>
    ),
  };
}

/** Scrolls a new list into the window, as little as possible. */
const showAll = (list: HTMLElement | null) => list?.scrollIntoView({ block: 'nearest' });

/** Keeps the focus in the text area, with a mouse or a finger. */
const keepFocus = (event: SyntheticEvent) => event.preventDefault();

interface Found {
  label: string;
  /** The typed name that the matches complete. */
  name: string;
  matches: Match[];
}

const nothing: Found = { label: '', name: '', matches: [] };
