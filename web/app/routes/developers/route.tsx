import { listProfiles } from '@dev-connector/contract';
import { pageRequest } from '../../context';
import type { Route } from './+types/route';

export async function loader({ context }: Route.LoaderArgs) {
  const res = await context.get(pageRequest).transport(listProfiles.path, {});
  return res.json();
}
export default function Developers({ loaderData }: Route.ComponentProps) {
  return <pre>{JSON.stringify(loaderData)}</pre>;
}
