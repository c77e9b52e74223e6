import { type ComponentProps, Suspense } from 'react';
import { lazyComponent } from '../../../ui/lazy-part';
import { SkeletonText } from '../../../ui/states/Skeleton';

const load = async () => (await import('./ProfileForm')).ProfileForm;
const Form = lazyComponent(load);
if (typeof document !== 'undefined') void load().catch(() => undefined); // while the profile loads

/** The form, whose code loads together with the profile instead of before it. */
export const ProfileForm = (props: ComponentProps<typeof Form>) => (
  <Suspense fallback={<SkeletonText lines={8} />}>
    <Form {...props} />
  </Suspense>
);
