import type { Resume } from '@dev-connector/contract';
import { LRUCache } from 'lru-cache';
import type { Rendition } from './rendition.ts';

/** The owner's résumé as one origin shows it. */
export interface OwnerRenditions {
  resume: Resume;
  page: Rendition;
  json: Rendition;
}

/** Creates the caches of the owner's page by its URL (without `PUBLIC_URL`, there is one for every Host header) and theme, and of PDFs by content. */
export const resumeCache = () => ({
  owner: new LRUCache<string, OwnerRenditions>({ max: 16 }),
  pdfs: new LRUCache<string, Uint8Array>({ max: 64 }),
});

export type ResumeCache = ReturnType<typeof resumeCache>;
