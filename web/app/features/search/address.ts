import { limits, type SearchType, searchTokens, searchTypes, withStraightQuotes } from '@dev-connector/contract';

/** A search as in its address. */
export interface Search {
  q: string;
  /** The type that the address names, or the first one that the operators of the query apply to. */
  type: SearchType;
  /** Whether the address names the type. */
  hasType: boolean;
  /** Whether the type with the best result opens: the address names none, and several are possible. */
  isOpen: boolean;
  /** Cursor of the first page. */
  from: string | undefined;
}

export function readSearch(params: URLSearchParams): Search {
  const q = params.get('q')?.trim() ?? '';
  const type = searchTypes.find((known) => known === params.get('type'));
  const [first = 'posts', ...others] = typesFor(q);
  const isOpen = q !== '' && type === undefined && others.length > 0;
  return { q, type: type ?? first, hasType: type !== undefined, isOpen, from: params.get('cursor') ?? undefined };
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

/** The types that every operator of the query applies to. */
function typesFor(q: string): SearchType[] {
  const used = searchTokens(q).flatMap(({ operator }) => operator ?? []);
  return searchTypes.filter((type) => used.every(({ types }) => types.includes(type as never)));
}
