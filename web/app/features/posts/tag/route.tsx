import { lazy, Suspense } from 'react';
import type { ScreenHandle } from '../../../context';
import { Screen } from '../../../ui/Screen';
import { Skeletons } from '../../../ui/states/Skeleton';
import { titleMeta } from '../../site/meta';
import type { Route } from './+types/route';

const TagScreen = lazy(() => import('./TagScreen'));

export const handle: ScreenHandle = { firstRequest: '/api/tags/:tag' };

export const meta = titleMeta('Tag');

export default function Tag({ params: { tag } }: Route.ComponentProps) {
  return (
    <Suspense
      fallback={
        <Screen width="wide">
          <div className="post-columns">
            <Skeletons count={5} />
          </div>
        </Screen>
      }
    >
      <TagScreen key={tag} tag={tag} />
    </Suspense>
  );
}
