import { Placeholder, SkeletonText } from '../../../ui/states/Skeleton';

/** Shape of a profile that loads. */
export const ProfileSkeleton = () => (
  <Placeholder className="mx-auto max-w-[72rem] px-4 py-8">
    <div aria-hidden className="mt-15 flex flex-col gap-5 lg:flex-row lg:gap-7">
      <div className="skeleton size-24 rounded-full" />
      <div className="flex grow flex-col gap-3 pt-2">
        <div className="skeleton h-7 w-64 max-w-full" />
        <div className="skeleton h-3 w-80 max-w-full" />
        <div className="skeleton h-3 w-48 max-w-full" />
      </div>
    </div>
    <div className="mt-12 max-w-2xl">
      <SkeletonText lines={6} />
    </div>
  </Placeholder>
);
