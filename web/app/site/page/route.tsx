import { type SitePage, sitePageTitles } from '@dev-connector/contract';
import { data, redirectDocument } from 'react-router';
import { pageRequest } from '../../context';
import { Screen } from '../../ui/Screen';
import { UserText } from '../../ui/UserText';
import { documentTitle } from '../meta';
import type { Route } from './+types/route';

export { CaughtError as ErrorBoundary } from '../../ui/CaughtError';

/** Loads the text of a page. Responds with 404 if the admin has not written it. */
export function loader({ request, context }: Route.LoaderArgs) {
  const page = new URL(request.url).pathname.split('/')[2] as SitePage;
  const text = context.get(pageRequest).siteTexts[page];
  if (!text) throw data(null, { status: 404 });
  return { title: sitePageTitles[page], text };
}

/** Loads a new document on navigation from another screen: no endpoint of the API has the text. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  throw redirectDocument(request.url);
};

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? [{ title: documentTitle(loaderData.title, matches) }, { name: 'description', content: loaderData.text.slice(0, 200) }] : [];

export default function SitePageScreen({ loaderData: { title, text } }: { loaderData: { title: string; text: string } }) {
  return (
    <Screen heading={title} width="reading">
      <div className="flex flex-col gap-4">
        {text.split(/\n\s*\n/).map((paragraph, index) => (
          <UserText key={index} as="p" text={paragraph} className="prose-text" />
        ))}
      </div>
    </Screen>
  );
}
