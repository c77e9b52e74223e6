import type { Transaction } from '../../platform/db/db.ts';

/** Documents per batch. */
const batchSize = 10;

/** Terms of SQLite in characters, and of PostgreSQL in number, after which a batch of documents ends. */
const maxTerms = 20_000;

/** Removes the next documents of an account or of posts from the search index. SQLite overwrites each of their words in the file, so a long one ends the batch. */
const deleteDocuments = (tx: Transaction, { user = null, posts = [] }: { user?: string | null; posts?: string[] }): Promise<number> =>
  tx.run`
    delete from search_documents where seq in (
      select seq from (
        select seq, sum(size) over (order by seq) - size as before from (
          select seq, length(words) as size from search_documents where user_id = ${user}
          union all select seq, length(words) as size from search_documents where post_id = any(${posts})
          limit cast(${batchSize} as integer)
        ) documents
      ) sums where before < cast(${maxTerms} as integer))`;

export const deleteRowsOfMember = async (tx: Transaction, userId: string): Promise<boolean> =>
  (await deleteDocuments(tx, { user: userId })) > 0;

export const deleteRowsOfPosts = async (tx: Transaction, postIds: string[]): Promise<boolean> =>
  (await deleteDocuments(tx, { posts: postIds })) > 0;
