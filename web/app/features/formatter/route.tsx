import { redirectDocument } from 'react-router';
import { documentTitle } from '../site/meta';
import type { Route } from './+types/route';
import { Formatter } from './Formatter';
import './formatter.css';

const description = 'Formats JSON of any size, even offline. Nothing leaves your browser, and only white space changes.';

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: documentTitle('JSON Formatter', matches) },
  { name: 'description', content: description },
];

export const loader = () => null;

/**
 * Loads a new document on navigation from another screen: only this screen's security policy allows its worker (server/src/features/pages/pages.ts), and
 * a document keeps the policy that it was loaded with.
 */
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  throw redirectDocument(request.url);
};

export default function FormatterScreen() {
  return (
    <div className="formatter-screen">
      <header className="flex flex-col gap-1">
        <h1 className="font-semibold text-xl">JSON Formatter</h1>
        <p className="text-pretty text-muted">{description}</p>
      </header>
      <Formatter />
    </div>
  );
}
