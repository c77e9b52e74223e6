import { limits } from '@dev-connector/contract';
import type { Transaction } from '../../platform/db/db.ts';
import { type DocumentKind, gap, kindTerm, seqOf } from '../../platform/db/search.ts';
import { searchEngines } from '../../platform/db/search-engines.ts';
import { sql } from '../../platform/db/sql.ts';
import { timeOfId } from '../../platform/id.ts';
import { normaliserVersion, splitWords } from '../../platform/text/normalise.ts';

/** What search finds of a post, comment or member. */
export interface Document extends Terms {
  id: string;
  userId: string;
  postId: string | null;
  commentId: string | null;
}

interface Terms {
  kind: DocumentKind;
  /** The title or name, which ranks. */
  title: string;
  /** Everything else. */
  texts: string[];
  /** Terms that operators match, such as `has:code`. A phrase has several. */
  filters: string[][];
}

/**
 * Limits per document: the bytes of its different terms with their positions in PostgreSQL, whose `tsvector` has at most 1 MB, and the positions of a
 * term, of which PostgreSQL stores 255. A text of the maximum length reaches the first one only if it consists of different rare Chinese characters.
 */
const [maxBytes, maxOfTerm] = [980_000, 200];
const bytesPerTerm = 13;

/** Collects the terms of a column. A word that exceeds a limit leaves a gap. */
function collector() {
  const terms: string[] = [];
  const counts = new Map<string, number>();
  let bytes = 0;
  const add = (term: string) => {
    const count = counts.get(term) ?? 0;
    const size = count > 0 ? 0 : Buffer.byteLength(term) + bytesPerTerm;
    const fits = count < maxOfTerm && bytes + size <= maxBytes;
    if (fits) {
      counts.set(term, count + 1);
      bytes += size;
    }
    terms.push(fits ? term : gap);
  };
  return {
    terms,
    addPhrase(phrase: string[]) {
      for (const term of phrase) add(term);
      add(gap);
    },
    /** Adds the words of the texts, and then the parts of the words, which are no neighbours of the words in a phrase. */
    addTexts(texts: string[]) {
      const parts: string[][] = [];
      for (const text of texts) {
        for (const word of splitWords(text)) {
          for (const term of word.terms) add(term);
          const also = word.flag === undefined ? word.parts : [word.flag, ...word.parts];
          if (also.length > 0) parts.push(also);
        }
        add(gap);
      }
      for (const phrase of parts) this.addPhrase(phrase);
    },
  };
}

/** Returns the columns of a document: on SQLite the terms of its title and all terms, on PostgreSQL both in one. */
export function columnsOf(engine: Transaction['engine'], { kind, title, texts, filters }: Terms): { title?: string; words: string } {
  const [titles, words] = [collector(), collector()];
  titles.addTexts([title]);
  for (const phrase of [[kindTerm(kind)], ...filters]) words.addPhrase(phrase);
  words.addTexts([title, ...texts]);
  return searchEngines[engine].toColumns(titles.terms, words.terms, limits.searchTerms);
}

/** Writes what search finds of a document, in the transaction that changes it. Unchanged terms are not written again. */
export async function indexDocument(tx: Transaction, { id, userId, postId, commentId, ...terms }: Document): Promise<void> {
  const { kind } = terms;
  const { title, words } = columnsOf(tx.engine, terms);
  const columns = title === undefined ? sql`words` : sql`title, words`;
  const values = title === undefined ? sql`${words}` : sql`${title}, ${words}`;
  const seq = seqOf(kind, timeOfId(id));
  // Takes the next free number. Nothing is inserted if the document exists, or if another transaction takes the number at the same time.
  const insert = () => tx.run`
    insert into search_documents (seq, id, user_id, post_id, comment_id, version, ${columns})
    select case when not exists (select 1 from search_documents where seq = cast(${seq} as bigint)) then cast(${seq} as bigint) else (
        select s.seq + 1 from search_documents s
        where s.seq >= cast(${seq} as bigint) and not exists (select 1 from search_documents t where t.seq = s.seq + 1) order by s.seq limit 1
      ) end, ${id}, ${userId}, ${postId}, ${commentId}, ${normaliserVersion}, ${values}
    on conflict do nothing`;
  const exists = () => tx.get`select seq from search_documents where id = ${id}`;
  do if ((await insert()) > 0) return;
  while (!(await exists()));
  await tx.run`
    update search_documents set (version, ${columns}) = (${normaliserVersion}, ${values}) where id = ${id} and (${columns}) <> (${values})`;
  await tx.run`update search_documents set version = ${normaliserVersion} where id = ${id} and version <> ${normaliserVersion}`;
}
