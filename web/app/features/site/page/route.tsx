import { type SitePage, sitePageTitles } from '@dev-connector/contract';
import { data, redirectDocument } from 'react-router';
import { pageRequest } from '../../../context';
import { UserText } from '../../../ui/UserText';
import { documentTitle } from '../meta';
import type { Route } from './+types/route';

export { CaughtError as ErrorBoundary } from '../../../ui/states/CaughtError';

/** Loads the text of a page. Responds with 404 if the admin has not written it. */
export function loader({ url, context }: Route.LoaderArgs) {
  const { siteTexts } = context.get(pageRequest);
  const page = url.pathname.split('/')[2] as SitePage;
  if (!Object.hasOwn(siteTexts, page)) throw data(null, { status: 404 });
  return { title: sitePageTitles[page], text: siteTexts[page] ?? '' };
}

/** Loads a new document on navigation from another screen: no endpoint of the API has the text. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  throw redirectDocument(request.url);
};

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? [{ title: documentTitle(loaderData.title, matches) }, { name: 'description', content: loaderData.text.slice(0, 200) }] : [];

export default function SitePageScreen({ loaderData: { title, text } }: Route.ComponentProps) {
  return (
    <article className="mx-auto flex max-w-[40rem] flex-col gap-6 px-4 py-12 sm:py-16">
      <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
      {text.split(/\n\s*\n/).map((paragraph, index) => (
        <UserText key={index} as="p" text={paragraph} className="prose-text text-lg leading-7" />
      ))}
    </article>
  );
}
