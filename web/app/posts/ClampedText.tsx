import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { RenderedText } from './RenderedText';

/** Lines of a clamped text, as the class below says. */
const maxLines = 8;
/** More characters than these lines hold. */
const maxClamped = 1500;

/** The long texts by the id of their post, and whether they are expanded, so that navigating back restores the scroll position. */
const longTexts = new Map<string, boolean>();

/** A text of at most eight lines, with a button that shows the rest. */
export function ClampedText({ id, text, html }: { id: string; text: string; html: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const [isLong, setLong] = useState(text.length > maxClamped || longTexts.has(id));
  const [isExpanded, setExpanded] = useState(longTexts.get(id) ?? false);

  // Observes the size because the lines depend on the width, and because a text outside the viewport has no layout. The callback runs before the browser paints.
  useLayoutEffect(() => {
    const clamped = frame.current?.firstElementChild as HTMLElement;
    const observer = new ResizeObserver(() => {
      if (clamped.scrollHeight <= clamped.clientHeight) return;
      observer.disconnect();
      for (let lines = maxLines - 1; lines > 0 && endsInBlankLine(clamped); lines--) clamped.style.webkitLineClamp = `${lines}`;
      flushSync(() => setLong(true));
    });
    observer.observe(clamped);
    return () => observer.disconnect();
  }, []);

  function toggle() {
    longTexts.set(id, !isExpanded);
    flushSync(() => setExpanded(!isExpanded));
    if (isExpanded) frame.current?.closest('article')?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <>
      <div ref={frame} className="pt-0.5">
        <RenderedText html={html} className={isExpanded ? '' : 'max-h-68 line-clamp-8'} />
      </div>
      {isLong && (
        <button type="button" className="link tap self-start py-1 text-sm" aria-expanded={isExpanded} onClick={toggle}>
          {isExpanded ? 'Show less' : 'Show more'}
        </button>
      )}
    </>
  );
}

/** Whether the last visible line is blank, and would show an ellipsis only. */
function endsInBlankLine(clamped: Element): boolean {
  const end = clamped.getBoundingClientRect().bottom;
  const range = document.createRange();
  const texts = document.createTreeWalker(clamped, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const { index } of (node.textContent ?? '').matchAll(/(?<=\n[^\S\n]*)\n/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      const [line] = range.getClientRects();
      if (line && line.top < end && line.bottom > end - line.height / 2) return true;
      if (line && line.top >= end) return false;
    }
  return false;
}
