import { Link } from 'react-router';
import { Screen } from '../../ui/Screen';
import { titled } from '../../ui/title';
import { DeleteAccount } from '../DeleteAccount';
import { useSession } from '../session/session';
import { ChangePassword } from './ChangePassword';
import { DownloadData } from './DownloadData';
import { Sessions } from './Sessions';

export const meta = titled('Account');

const nothingYet = '\u00a0'; // keeps the line while the address is on its way

export default function AccountScreen() {
  const { account } = useSession();
  return (
    <Screen heading="Account" lead={account?.email ?? nothingYet} width="reading">
      <p className="-mt-4 text-sm">
        <Link to="/dev/dashboard" className="link link-primary">
          Your profile is on the dashboard
        </Link>
      </p>
      <ChangePassword />
      <Sessions />
      <DownloadData />
      <DeleteAccount />
    </Screen>
  );
}
