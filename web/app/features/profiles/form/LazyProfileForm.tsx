import { type ComponentProps, lazy, Suspense } from 'react';
import { SkeletonText } from '../../../ui/states/Skeleton';

const load = async () => ({ default: (await import('./ProfileForm')).ProfileForm });
const Form = lazy(load);
if (typeof document !== 'undefined') void load().catch(() => undefined); // while the profile loads

/** The form, whose code loads together with the profile instead of before it. */
export const ProfileForm = (props: ComponentProps<typeof Form>) => (
  <Suspense fallback={<SkeletonText lines={8} />}>
    <Form {...props} />
  </Suspense>
);
