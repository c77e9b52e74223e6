import interUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useContext, useState } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, UNSAFE_useScrollRestoration as useScrollRestoration } from 'react-router';
import './styles/app.css';
import { browserQueryClient } from './api/queries';
import { Nonce, QueryClientContext } from './context';
import { StoredToken } from './features/accounts/session/StoredToken';
import { TokenProvider } from './features/accounts/session/session';
import { useSite } from './features/site/site';
import { createMutationCache } from './feedback/mutation-alerts';
import { useMissingRoutes } from './missing-route';
import { StoredTheme } from './ui/browser/theme';
import './ui/browser/trusted-types';
import { SiteTitle } from './ui/title';

export function Layout({ children }: { children: ReactNode }) {
  const site = useSite();
  useMissingRoutes();
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f5f6f8" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f1216" />
        {!site.logo && <link rel="icon" href="/favicon.ico" sizes="32x32" />}
        <link rel="icon" href={site.logo ?? '/icon.svg'} type={site.logo ? undefined : 'image/svg+xml'} />
        <link rel="apple-touch-icon" href={site.logo ?? '/icon-maskable-512.png'} />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="preload" href={interUrl} as="font" type="font/woff2" crossOrigin="anonymous" />
        <Meta />
        <Links />
        {site.accentStyle && <style>{site.accentStyle}</style>}
        <StoredTheme nonce={useContext(Nonce)} />
        <StoredToken />
      </head>
      <body className="min-h-dvh">
        <TokenProvider>
          <SiteTitle value={site.title}>{children}</SiteTitle>
        </TokenProvider>
        <ScrollPositions />
        <Scripts />
      </body>
    </html>
  );
}

/** `ScrollRestoration`, with its script only in the server's HTML: the policy of the page refuses it where React creates the elements. */
const ScrollPositions = import.meta.env.SSR
  ? ScrollRestoration
  : () => {
      useScrollRestoration();
      return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
    };

export default function Root() {
  const given = useContext(QueryClientContext);
  const [queries] = useState(() => given ?? browserQueryClient(createMutationCache));
  return (
    <QueryClientProvider client={queries}>
      <Outlet />
    </QueryClientProvider>
  );
}

export { CaughtError as ErrorBoundary } from './ui/states/CaughtError';
