import { lazy, Suspense } from 'react';

const AlertItems = lazy(async () => ({ default: (await import('./AlertItems')).AlertItems }));

/** Live region of the alerts, which screen readers announce: at the bottom centre, on a phone above its bar. The items load after the screen. */
export const Alerts = () => (
  <div role="log" aria-label="Alerts" className="alerts">
    <Suspense>
      <AlertItems />
    </Suspense>
  </div>
);
