import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import type { Route } from './+types/root';
import './app.css';
import { tellingOfMutations } from './alerts/mutations';
import { queriesHere } from './api/queries';
import { StoredToken } from './session/StoredToken';
import { ErrorScreen } from './ui/ErrorScreen';

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <Meta />
        <Links />
        <StoredToken />
      </head>
      <body className="min-h-dvh text-base-content antialiased">
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  const [queries] = useState(() => queriesHere(tellingOfMutations));
  return (
    <QueryClientProvider client={queries}>
      <Outlet />
    </QueryClientProvider>
  );
}

/** What no screen has caught. Never a stack. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  if (notFound)
    return <ErrorScreen title="Page not found" text="There is nothing at this address. It may have been removed, or the link is wrong." />;
  return <ErrorScreen title="Something went wrong" text="This page could not be shown. Reload it to try again." />;
}
