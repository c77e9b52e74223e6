import { idPattern } from '@dev-connector/contract';
import { data, Outlet } from 'react-router';
import { MembersOnly } from '../../features/accounts/session/MembersOnly';
import type { Route } from './+types/route';

export { CaughtError as ErrorBoundary } from '../../ui/states/CaughtError';

/** The screens have titles, and so does the error boundary. */
export const meta = () => [];

/** Responds with 404 to an id that no entry can have. Only the browser, which has the token, can look up others. */
export function loader({ params }: Route.LoaderArgs) {
  const { id } = params as { id?: string };
  if (id !== undefined && !new RegExp(idPattern).test(id)) throw data(null, { status: 404 });
  return null;
}

/** Skips the server loader in the browser. */
export const clientLoader = () => null;

export default function MemberScreens() {
  return (
    <MembersOnly>
      <Outlet />
    </MembersOnly>
  );
}
