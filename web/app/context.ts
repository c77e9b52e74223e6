import { createContext } from 'react-router';
import type { Transport } from './api/client';

/** What the server knows of one page request. */
export interface PageRequest {
  transport: Transport;
  nonce: string;
  /** Scheme and host as visitors see them. */
  origin: string;
}

export const pageRequest = createContext<PageRequest>();
