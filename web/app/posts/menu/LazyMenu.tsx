import { type ComponentProps, lazy, Suspense } from 'react';
import { menuId } from '../editing/open-editors';

const load = async () => {
  const { EntryMenu } = await import('./EntryMenu');
  return { default: EntryMenu };
};
const Menu = lazy(load);
if (typeof document !== 'undefined') void load().catch(() => undefined); // while the posts load

/** The menu of a post or comment, whose code loads together with the posts instead of before them. */
export const EntryMenu = ({ className, ...entry }: ComponentProps<typeof Menu> & { className?: string }) => (
  <span id={menuId(entry.id)} className={className}>
    <Suspense fallback={<span aria-hidden className="btn btn-ghost btn-sm btn-icon" />}>
      <Menu {...entry} />
    </Suspense>
  </span>
);
