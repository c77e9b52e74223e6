import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ErrorScreen } from './ErrorScreen';
import { MissingPage } from './MissingPage';

/** Error boundary for routes; never shows a stack trace. It calls `useRouteError` because a re-exported boundary receives no `error` prop. */
export function CaughtError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <MissingPage />;
  return <ErrorScreen title="Something went wrong" text="This page could not be shown. Reload it to try again." />;
}
