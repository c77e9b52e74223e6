import { Link } from 'react-router';
import { titleMeta } from '../../site/meta';
import { Screen } from '../../ui/Screen';
import { DeleteAccount } from '../DeleteAccount';
import { useSession } from '../session/session';
import { ChangePassword } from './ChangePassword';
import { DownloadData } from './DownloadData';
import { Sessions } from './Sessions';

export const meta = titleMeta('Account');

const placeholder = '\u00a0'; // reserves the line while the account loads

export default function AccountScreen() {
  const { account } = useSession();
  return (
    <Screen heading="Account" lead={account?.email ?? placeholder} width="reading">
      <p className="-mt-4 text-sm">
        <Link to="/dev/dashboard" className="link">
          Go to your dashboard
        </Link>
      </p>
      <ChangePassword />
      <Sessions />
      <DownloadData />
      <DeleteAccount />
    </Screen>
  );
}
