import { type ComponentType, lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';

const nothing = () => () => {};

/**
 * A component that the server renders, and whose code the browser loads later. Until then the page keeps the HTML of the server, which React would remove whenever
 * something above renders again, such as the location or the session.
 */
export function keptPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Part: ComponentType<Props> | undefined;
  const loadPart = async () => ({ default: (Part = await load()) });
  const Lazy = lazy(loadPart);
  return (props: Props) => {
    const isHydrating = useSyncExternalStore(
      nothing,
      () => false,
      () => !import.meta.env.SSR,
    );
    const [isKept, setKept] = useState(isHydrating);
    useEffect(() => {
      if (isKept) loadPart().then(() => setKept(false), nothing); // if it fails, the HTML stays
    }, []);
    if (isKept) return <div className="contents" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
    return (
      <div key="live" className="contents">
        <Suspense>{Part ? <Part {...props} /> : <Lazy {...props} />}</Suspense>
      </div>
    );
  };
}
