import { type ComponentProps, Suspense } from 'react';
import { readToken } from '../../../api/token';
import { lazyComponent } from '../../../ui/lazy-part';
import { SkeletonComposer, Skeletons } from '../../../ui/states/Skeleton';

const load = async () => (await import('./Conversation')).Conversation;
const Loaded = lazyComponent(load);
if (typeof document !== 'undefined' && readToken()) void load().catch(() => undefined); // while the post loads; visitors see no conversation

/** The comments on a post and the form for a new one, whose code loads together with the post instead of before it. */
export const Conversation = (props: ComponentProps<typeof Loaded>) => (
  <Suspense
    fallback={
      <>
        {!props.post.commentsClosed && (
          <div className="py-5">
            <SkeletonComposer label="Leave a Comment" />
          </div>
        )}
        <Skeletons count={3} />
      </>
    }
  >
    <Loaded {...props} />
  </Suspense>
);
