import { type ReactNode, useEffect, useRef } from 'react';
import { localDay } from '../../../ui/dates';

/**
 * Content that only the server renders: the browser keeps its HTML, and shows each `<time>` as the day in the visitor's time zone. Render the children only if
 * `import.meta.env.SSR`, so that the browser loads no code for them.
 */
export function ServerOnly({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    for (const time of content.current?.querySelectorAll('time') ?? []) time.textContent = localDay(new Date(time.dateTime));
  }, []);
  return import.meta.env.SSR ? (
    <div className="contents">{children}</div>
  ) : (
    <div ref={content} className="contents" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  );
}
