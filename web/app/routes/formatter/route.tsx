import { redirectDocument } from 'react-router';
import { Screen } from '../../ui/Screen';
import { documentTitle } from '../../ui/title';
import type { Route } from './+types/route';
import { Formatter } from './Formatter';

const about = 'Formats JSON of any size exactly: only white space changes. It runs in your browser, and nothing leaves it.';

export const meta = () => [{ title: documentTitle('JSON Formatter') }, { name: 'description', content: about }];

export const loader = () => null;

/**
 * Come to from another screen, a document of its own is loaded: a document keeps the security policy it came with, and only this screen's allows
 * its worker (server/src/pages.ts).
 */
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  throw redirectDocument(request.url);
};

export default function FormatterScreen() {
  return (
    <Screen
      heading="JSON Formatter"
      lead="Exact at any size: nothing but white space changes. Nothing leaves your browser, and no network is needed."
      width="wide"
    >
      <Formatter />
    </Screen>
  );
}
