import type { ScreenHandle } from '../../../context';
import { titleMeta } from '../../site/meta';
import type { Route } from './+types/followers';
import { PeopleScreen } from './PeopleScreen';

export const handle: ScreenHandle = { firstRequest: '/api/follows/users/:id/followers' };

export const meta = titleMeta('Followers');

const Screen = ({ params: { id } }: Route.ComponentProps) => <PeopleScreen id={id} list="followers" />;
export default Screen;
