import { registrationMessages } from '@dev-connector/contract';
import { Link, Navigate } from 'react-router';
import { useRegistration } from '../accounts/session/registration';
import { useSession } from '../accounts/session/session';
import { createApi } from '../api/client';
import { dehydrateQueries, HydratedQueries } from '../api/HydratedQueries';
import { pageRequest } from '../context';
import { publicMeta } from '../site/public-meta';
import { useSite } from '../site/site';
import type { Route } from './+types/route';
import { MemberCount, NewestProfiles } from './Community';
import { memberCountQuery, newestProfilesQuery } from './landing-queries';

export const meta: Route.MetaFunction = ({ matches }) => publicMeta(matches);

/** Loads what the page shows of the community. The page is complete without it. */
export async function loader({ context }: Route.LoaderArgs) {
  const { transport, queries } = context.get(pageRequest);
  const call = createApi({ transport });
  await Promise.all([queries.prefetchQuery(memberCountQuery(call)), queries.prefetchQuery(newestProfilesQuery(call))]);
  return { dehydrated: dehydrateQueries(queries) };
}

/** Skips the server loader in the browser, where the queries fetch the data. */
export const clientLoader = () => undefined;

export default function Landing({ loaderData }: Route.ComponentProps) {
  const registration = useRegistration();
  const { heading, tagline } = useSite();
  if (useSession().status === 'member') return <Navigate to="/dev/dashboard" replace />;
  return (
    <HydratedQueries dehydrated={loaderData?.dehydrated}>
      <div className="for-visitors mx-auto grid max-w-[72rem] items-center gap-x-16 gap-y-12 px-4 py-12 lg:justify-items-center lg:py-24 lg:has-[#newest]:grid-cols-2 lg:has-[#newest]:justify-items-stretch">
        <section className="flex min-w-0 flex-col items-start gap-6">
          <h1 className="wrap-anywhere text-balance font-semibold text-2xl tracking-tight">{heading}</h1>
          <p className="text-muted wrap-anywhere max-w-md text-lg">{tagline}</p>
          <div className="flex gap-3">
            {registration !== 'closed' && (
              <Link to="/dev/register" className="btn btn-primary">
                Sign Up
              </Link>
            )}
            <Link to="/dev/login" className="btn">
              Login
            </Link>
          </div>
          {registration !== 'open' && <p className="text-muted text-base">{registrationMessages[registration]}.</p>}
          <MemberCount />
          <p className="text-muted text-base">
            Or look around first:{' '}
            <Link to="/dev/profiles" className="link">
              browse the developers
            </Link>
            , or{' '}
            <Link to="/dev/formatter" reloadDocument className="link">
              format some JSON
            </Link>
          </p>
        </section>
        <NewestProfiles />
      </div>
    </HydratedQueries>
  );
}
