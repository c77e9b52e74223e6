import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { RenderedText } from './RenderedText';

/** Lines of a clamped text, as `.clamped` has them. */
export const clampedLines = 8;

/** More characters than they hold. */
export const maxClamped = 1500;

/** The long texts by id, and whether they are expanded, so that navigating back restores the scroll position. */
const longTexts = new Map<string, boolean>();

/** The function that marks the text of an observed frame as long, and finds its picture. */
const markers = new WeakMap<Element, (text: Element) => void>();

/**
 * Observes the size of frames because the lines depend on the width, and because a text outside the viewport has no layout. The callback runs before the browser
 * paints. A list has one observer, so that its texts need one layout.
 */
const observer = typeof document === 'undefined' ? undefined : new ResizeObserver(markLong);

/** A picture that only the rest of a text shows. */
type Hidden = { src: string; alt: string } | undefined;

function hiddenPictureOf(text: Element): Hidden {
  const picture = text.querySelector('img');
  return picture && picture.getBoundingClientRect().top >= text.getBoundingClientRect().bottom
    ? { src: picture.getAttribute('src') ?? '', alt: picture.alt }
    : undefined;
}

function markLong(entries: ResizeObserverEntry[]): void {
  const long = entries.filter(
    ({ contentRect: { width }, target: { firstElementChild: text } }) => width > 0 && text && text.scrollHeight > text.clientHeight,
  );
  if (long.length > 0) flushSync(() => long.forEach(({ target }) => void markers.get(target)?.(target.firstElementChild as Element)));
}

interface ClampedTextProps {
  /** Names the text in this version. */
  id: string;
  html: string;
  /** Whether it certainly has more lines. Otherwise the browser measures it. */
  isLong: boolean;
}

/** A text of at most eight lines, with a button that shows the rest. */
export function ClampedText({ id, html, isLong: isCertain }: ClampedTextProps) {
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isLong, setLong] = useState(isCertain || longTexts.has(id));
  const [isExpanded, setExpanded] = useState(longTexts.get(id) ?? false);

  const [hidden, setHidden] = useState<Hidden>();
  const isMeasured = isExpanded || (isLong && !html.includes('<img'));

  useLayoutEffect(() => {
    const element = frame.current;
    if (isMeasured || !element) return;
    markers.set(element, (text) => {
      setLong(true);
      setHidden((before) => before ?? hiddenPictureOf(text));
    });
    observer?.observe(element);
    return () => observer?.unobserve(element);
  }, [isMeasured]);

  function toggle() {
    longTexts.set(id, !isExpanded);
    flushSync(() => setExpanded(!isExpanded));
    if (isExpanded) frame.current?.closest('article')?.scrollIntoView({ block: 'nearest' });
  }

  /** Expands the text. Moves the focus, because the thumbnail is removed. */
  function expand() {
    toggle();
    button.current?.focus({ preventScroll: true });
  }

  /** Expands the text before the browser scrolls to a heading or footnote in it. */
  function onClick({ target }: MouseEvent) {
    if (isLong && !isExpanded && (target as Element).closest('a[href^="#"]')) toggle();
  }

  return (
    <>
      {/* biome-ignore lint/a11y: the links have the keys */}
      <div ref={frame} className="pt-0.5 [&_.anchor]:hidden [&_h3]:text-base" onClick={onClick}>
        <RenderedText html={html} className={isExpanded ? '' : isLong ? 'clamped faded' : 'clamped'} />
      </div>
      {hidden && !isExpanded && (
        <button type="button" className="mt-1 self-start" title="Show more" onClick={expand}>
          <img
            {...hidden}
            alt={hidden.alt || 'Picture'}
            width={120}
            height={120}
            loading="lazy"
            className="size-30 rounded-md border border-line object-cover"
          />
        </button>
      )}
      {isLong && (
        <button ref={button} type="button" className="link tap self-start py-1 text-sm" aria-expanded={isExpanded} onClick={toggle}>
          {isExpanded ? 'Show less' : 'Show more'}
        </button>
      )}
    </>
  );
}
