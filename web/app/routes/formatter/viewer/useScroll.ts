import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** Pixels of a row that is not wrapped (the class leading-5). */
export const rowHeight = 20;
/** Browsers draw nothing below some tens of millions of pixels. */
const tallest = 8_000_000;

/**
 * Which row is at the top of the scroller, with a fraction. Beyond the height that browsers can draw, its scroll bar stands for the rows in proportion, and the wheel
 * is heard here, so that it still moves row by row. Wrapped rows are of unknown height: there, too, the scroll bar counts rows.
 */
export function useScroll(scroller: RefObject<HTMLDivElement | null>, rows: number, wrap: boolean) {
  const [position, setPosition] = useState(0);
  const [height, setHeight] = useState(400);
  /** Where we have put the scroll bar ourselves: hearing of that tells nothing new. */
  const put = useRef(0);
  const natural = rows * rowHeight + (wrap ? Math.max(0, height - rowHeight) : 0);
  const scaled = natural > tallest;
  const drawn = Math.min(natural, tallest);
  const last = Math.max(0, natural - height) / rowHeight;
  const pixelsPerRow = last > 0 ? (drawn - height) / last : rowHeight;

  useLayoutEffect(() => {
    const spacer = scroller.current?.querySelector<HTMLElement>('[data-spacer]');
    if (spacer) spacer.style.height = `${drawn}px`;
  }, [scroller, drawn]);

  const onScroll = useEffectEvent(() => {
    const top = scroller.current?.scrollTop ?? 0;
    if (Math.abs(top - put.current) < 1) return;
    put.current = top;
    setPosition(Math.min(last, top / pixelsPerRow));
  });

  function scrollTo(target: number) {
    const next = Math.max(0, Math.min(last, target));
    if (scroller.current) {
      scroller.current.scrollTop = next * pixelsPerRow;
      put.current = scroller.current.scrollTop;
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
    const heard = () => onScroll();
    const turned = (event: WheelEvent) => onWheel(event);
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    element.addEventListener('scroll', heard, { passive: true });
    element.addEventListener('wheel', turned, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', heard);
      element.removeEventListener('wheel', turned);
    };
  }, [scroller]);

  return { position: Math.min(position, last), height, scrollTo };
}
