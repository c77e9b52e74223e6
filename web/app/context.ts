import type { RegistrationMode, SitePage, SiteShell } from '@dev-connector/contract';
import type { QueryClient } from '@tanstack/react-query';
import { createContext as createReactContext } from 'react';
import { createContext } from 'react-router';
import type { Transport } from './api/client';

/** Context of one page request on the server. */
export interface PageRequest {
  transport: Transport;
  /** Nonce of the response's Content Security Policy. */
  nonce: string;
  /** Public scheme and host. */
  origin: string;
  /** Who may sign up. */
  registration: RegistrationMode;
  /** Whether the site sends e-mail. */
  sendsMail: boolean;
  /** Whether the site fetches pictures of new members from an avatar service. */
  fetchesPictures: boolean;
  /** Waits until the server has time to render. */
  timeSlice: () => Promise<void>;
  site: SiteShell;
  /** Texts of the site's own pages. */
  siteTexts: Partial<Record<SitePage, string>>;
  /** Query client that the loaders fill for the render that follows. */
  queries: QueryClient;
}

/** Context for loaders, which run only on the server. */
export const pageRequest = createContext<PageRequest>();

/** Nonce for inline scripts. Undefined in the browser, which hides nonces. */
export const Nonce = createReactContext<string | undefined>(undefined);

/** Type of a route's `handle` export. */
export interface ScreenHandle {
  /** Path of the API that the screen requests first if its address has no query, with the parameters of the route. `:home` is the feed that the browser remembers. */
  firstRequest?: string;
}

/** Query client of the page request. Undefined in the browser, which has its own. */
export const QueryClientContext = createReactContext<QueryClient | undefined>(undefined);
