import type { Resume } from '@dev-connector/contract';
import { LRUCache } from 'lru-cache';
import { perContext } from '../../platform/context.ts';
import type { Rendition } from '../../platform/http/rendition.ts';

/** The owner's résumé as one origin shows it. */
export interface OwnerRenditions {
  resume: Resume;
  page: Rendition;
  json: Rendition;
}

/** Bytes of each cache. */
const [ownerBytes, pdfBytes] = [8_000_000, 16_000_000];

/** The caches of the owner's page by its URL (without `PUBLIC_URL`, there is one for every Host header) and the identity of the site, and of PDFs by content. */
export const resumeCaches = perContext(() => ({
  owner: new LRUCache<string, OwnerRenditions>({
    maxSize: ownerBytes,
    sizeCalculation: ({ page, json }) => page.body.length + 2 * json.body.length, // once more for the résumé itself
  }),
  pdfs: pdfCache(),
}));

export function pdfCache() {
  return new LRUCache<string, Uint8Array>({ maxSize: pdfBytes, sizeCalculation: (pdf) => pdf.length });
}

export type PdfCache = ReturnType<typeof pdfCache>;
