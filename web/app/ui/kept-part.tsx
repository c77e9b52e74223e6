import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { reportMissingCode } from './browser/missing-code';
import { useHydrated } from './browser/useHydrated';
import { lazyComponent } from './lazy-part';

/**
 * A component that the server renders, and whose code the browser loads later. Until then the page keeps the HTML of the server, which React would remove whenever
 * something above renders again, such as the location or the session.
 */
export function keptPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Part: ComponentType<Props> | undefined;
  const loadPart = async () => (Part = await load());
  const Lazy = lazyComponent(loadPart);
  return (props: Props) => {
    const isHydrated = useHydrated();
    const [isKept, setKept] = useState(!isHydrated && !import.meta.env.SSR);
    useEffect(() => {
      if (isKept) loadPart().then(() => setKept(false), reportMissingCode); // if it fails, the HTML stays
    }, []);
    if (isKept) return <div className="contents" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
    return (
      <div key="live" className="contents">
        <Suspense>{Part ? <Part {...props} /> : <Lazy {...props} />}</Suspense>
      </div>
    );
  };
}
