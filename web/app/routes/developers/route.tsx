import { dehydrate, HydrationBoundary, useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { createApi } from '../../api/client';
import { profilesQuery } from '../../api/profiles';
import { createQueries } from '../../api/queries';
import { pageRequest } from '../../context';
import { Screen } from '../../ui/Screen';
import type { Route } from './+types/route';

export async function loader({ request, context }: Route.LoaderArgs) {
  const call = createApi({ transport: context.get(pageRequest).transport });
  const queries = createQueries();
  await queries.prefetchInfiniteQuery(profilesQuery(new URL(request.url).searchParams.get('cursor') ?? undefined, call));
  return dehydrate(queries);
}

/** In the browser the queries fetch for themselves: nothing to wait for before the screen shows. */
export const clientLoader = () => undefined;

export default function Developers({ loaderData }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData}>
      <List />
    </HydrationBoundary>
  );
}

function List() {
  const [search] = useSearchParams();
  const { data } = useInfiniteQuery(profilesQuery(search.get('cursor') ?? undefined));
  return (
    <Screen title="Developers" heading="Developers" width="wide">
      {data?.pages
        .flatMap((page) => page.data)
        .map((profile) => (
          <p key={profile._id}>{profile.user.name}</p>
        ))}
    </Screen>
  );
}
