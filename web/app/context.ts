import type { RegistrationMode } from '@dev-connector/contract';
import type { QueryClient } from '@tanstack/react-query';
import { createContext as createReactContext } from 'react';
import { createContext } from 'react-router';
import type { Transport } from './api/client';

/** What the server knows of one page request. */
export interface PageRequest {
  transport: Transport;
  /** Of this answer's content security policy. */
  nonce: string;
  /** Scheme and host as visitors see them. */
  origin: string;
  /** Who may sign up. */
  registration: RegistrationMode;
  /** What the loaders were told, for the render that follows. */
  queries: QueryClient;
}

/** For loaders: they run on the server only. */
export const pageRequest = createContext<PageRequest>();

/** For components that write an inline script; undefined in the browser, which hides nonces. */
export const Nonce = createReactContext<string | undefined>(undefined);

/** What a route may export as its `handle`. */
export interface ScreenHandle {
  /** It shows next to nothing before its scripts have come. */
  needsScript?: boolean;
}

/** Those of the page request; undefined in the browser, which has its own. */
export const Queries = createReactContext<QueryClient | undefined>(undefined);
