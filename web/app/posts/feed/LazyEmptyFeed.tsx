import { type ComponentProps, lazy } from 'react';

const Loaded = lazy(async () => ({ default: (await import('./EmptyFeed')).EmptyFeed }));

/** The message of a feed without posts, whose code and suggestions load only for one. */
export const EmptyFeed = (props: ComponentProps<typeof Loaded>) => <Loaded {...props} />;
