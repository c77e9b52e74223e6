import type { ScreenHandle } from '../../../context';
import { titleMeta } from '../../site/meta';
import type { Route } from './+types/following';
import { PeopleScreen } from './PeopleScreen';

export const handle: ScreenHandle = { firstRequest: '/api/follows/users/:id/following' };

export const meta = titleMeta('Following');

const Screen = ({ params: { id } }: Route.ComponentProps) => <PeopleScreen id={id} list="following" />;
export default Screen;
