import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** Height of a row without wrapping in pixels (class leading-5). */
export const rowHeight = 20;
/** Maximum height of the content. Browsers do not render below some tens of millions of pixels. */
const maxHeight = 8_000_000;

/**
 * Returns the fractional row at the top of the scroller. Above the maximum height, or with wrapped rows, whose height is unknown, the
 * scroll bar is proportional to rows and the wheel is handled here, so that it still scrolls row by row.
 */
export function useScroll(scroller: RefObject<HTMLDivElement | null>, rows: number, wrap: boolean) {
  const [position, setPosition] = useState(0);
  const [height, setHeight] = useState(400);
  /** The scroll position set by this hook, whose scroll event is ignored. */
  const ownScrollTop = useRef(0);
  const natural = rows * rowHeight + (wrap ? Math.max(0, height - rowHeight) : 0);
  const scaled = natural > maxHeight;
  const contentHeight = Math.min(natural, maxHeight);
  const last = Math.max(0, natural - height) / rowHeight;
  const pixelsPerRow = last > 0 ? (contentHeight - height) / last : rowHeight;

  useLayoutEffect(() => {
    const spacer = scroller.current?.querySelector<HTMLElement>('[data-spacer]');
    if (spacer) spacer.style.height = `${contentHeight}px`;
  }, [scroller, contentHeight]);

  const onScroll = useEffectEvent(() => {
    const top = scroller.current?.scrollTop ?? 0;
    if (Math.abs(top - ownScrollTop.current) < 1) return;
    ownScrollTop.current = top;
    setPosition(Math.min(last, top / pixelsPerRow));
  });

  function scrollTo(target: number) {
    const next = Math.max(0, Math.min(last, target));
    if (scroller.current) {
      scroller.current.scrollTop = next * pixelsPerRow;
      ownScrollTop.current = scroller.current.scrollTop;
    }
    setPosition(next);
  }

  const onWheel = useEffectEvent((event: WheelEvent) => {
    if ((!scaled && !wrap) || event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    const top = scroller.current?.querySelector<HTMLElement>('[data-row]');
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * rowHeight : event.deltaY;
    const next = position + pixels / (wrap ? (top?.offsetHeight ?? rowHeight) : rowHeight);
    if ((next <= 0 && position === 0) || (next >= last && position === last)) return;
    event.preventDefault();
    scrollTo(next);
  });

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const handleScroll = () => onScroll();
    const handleWheel = (event: WheelEvent) => onWheel(event);
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    element.addEventListener('scroll', handleScroll, { passive: true });
    element.addEventListener('wheel', handleWheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', handleScroll);
      element.removeEventListener('wheel', handleWheel);
    };
  }, [scroller]);

  const current = Math.min(position, last);
  return {
    position: current,
    height,
    scrollTo,
    /** Scrolls as little as needed to show the row at an index. */
    scrollIntoView(index: number) {
      const rows = Math.floor(height / rowHeight) - 1;
      if (index < current) scrollTo(index);
      else if (index > current + rows - 1) scrollTo(index - rows + 1);
    },
    /** Scrolls the row at an index to the upper third, unless it is well inside. */
    scrollToThird(index: number) {
      if (index < current + 1 || index > current + height / rowHeight - 2) scrollTo(index - Math.floor(height / rowHeight / 3));
    },
  };
}
