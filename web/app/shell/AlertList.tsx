import { lazyPart } from '../ui/lazy-part';

const AlertItems = lazyPart(async () => (await import('./AlertItems')).AlertItems);

/** Live region of the alerts, which screen readers announce: at the bottom centre, on a phone above its bar. The items load after the screen. */
export const Alerts = () => (
  <div role="log" aria-label="Alerts" className="alerts">
    <AlertItems />
  </div>
);
