import { limits, type SearchType, searchTokens, searchTypes, withStraightQuotes } from '@dev-connector/contract';

/** A search as in its address. Without `type`, the operators of the query decide. */
export interface Search {
  q: string;
  type: SearchType;
  /** Whether the address names the type. */
  hasType: boolean;
  /** Cursor of the first page. */
  from: string | undefined;
}

export function readSearch(params: URLSearchParams): Search {
  const q = params.get('q')?.trim() ?? '';
  const type = searchTypes.find((known) => known === params.get('type'));
  return { q, type: type ?? typeFor(q), hasType: type !== undefined, from: params.get('cursor') ?? undefined };
}

/** Address of a search. */
export function searchPath(q: string, type?: SearchType): string {
  const params = new URLSearchParams({ ...(q && { q }), ...(type && { type }) });
  return params.size > 0 ? `/dev/search?${params}` : '/dev/search';
}

/** Returns the query as one phrase, without operators. Undefined if that finds nothing else: for a single word, or a phrase. */
export function exactly(q: string): string | undefined {
  const phrase = withStraightQuotes(q).replace(/"+/g, ' ').trim();
  const isOther = /[\p{L}\p{N}]/u.test(phrase) && /[^\p{L}\p{N}]/u.test(phrase) && q !== `"${phrase}"`;
  return isOther && phrase.length <= limits.searchQuery - 2 ? `"${phrase}"` : undefined;
}

/** The first type that every operator of the query applies to. */
function typeFor(q: string): SearchType {
  const used = searchTokens(q).flatMap(({ operator }) => operator ?? []);
  return searchTypes.find((type) => used.every(({ types }) => types.includes(type as never))) ?? 'posts';
}
