import { type ComponentProps, lazy, Suspense } from 'react';
import { SkeletonComposer, Skeletons } from '../../../ui/states/Skeleton';

const load = async () => ({ default: (await import('./Conversation')).Conversation });
const Loaded = lazy(load);
if (typeof document !== 'undefined') void load().catch(() => undefined); // while the post loads

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
