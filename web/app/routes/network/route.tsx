import { Outlet } from 'react-router';
import { Alerts } from '../../alerts/Alerts';
import { useTokenMark } from '../../session/StoredToken';
import { NavigationBar } from './NavigationBar';

export const meta = () => [{ title: 'Dev Connector Demo' }];

/** The network's shell: the bar, the alerts, and a screen. */
export default function Network() {
  useTokenMark();
  return (
    <>
      <a href="#main" className="btn btn-primary sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50">
        Skip to content
      </a>
      <NavigationBar />
      <Alerts />
      <main id="main" tabIndex={-1} className="outline-none">
        <Outlet />
      </main>
    </>
  );
}
