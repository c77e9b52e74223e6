import { retryMessageOf } from '../api/client';
import { LoadMore } from '../ui/lists/LoadMore';

interface NextPageProps {
  query: {
    hasNextPage: boolean;
    isPlaceholderData: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => unknown;
  };
  /** URL of the next page, for visitors without JavaScript. */
  href?: string;
}

/** End of the list of an infinite query. Nothing if no page follows. */
export function NextPage({ query, href }: NextPageProps) {
  if (!query.hasNextPage || query.isPlaceholderData) return null;
  return (
    <LoadMore
      href={href}
      pending={query.isFetchingNextPage}
      failed={query.isFetchNextPageError}
      reason={retryMessageOf(query.error)}
      onLoadMore={() => void query.fetchNextPage()}
    />
  );
}
