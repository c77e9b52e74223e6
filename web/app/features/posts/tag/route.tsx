import { Suspense } from 'react';
import type { ScreenHandle } from '../../../context';
import { lazyComponent } from '../../../ui/lazy-part';
import { Screen } from '../../../ui/Screen';
import { Skeletons } from '../../../ui/states/Skeleton';
import { titleMeta } from '../../site/meta';
import type { Route } from './+types/route';

const TagScreen = lazyComponent(async () => (await import('./TagScreen')).default);

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
