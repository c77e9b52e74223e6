import { type ComponentProps, Suspense } from 'react';
import { menuId } from '../editing/open-editors';
import { lazyPart } from '../lazy-part';

const Menu = lazyPart('EntryMenu');

/** The menu of a post or comment, whose code loads together with the posts instead of before them. */
export const EntryMenu = ({ className = '', ...entry }: ComponentProps<typeof Menu> & { className?: string }) => (
  <span id={menuId(entry.id)} className={`flex ${className}`}>
    <Suspense fallback={<span aria-hidden className="btn btn-ghost btn-sm btn-icon" />}>
      <Menu {...entry} />
    </Suspense>
  </span>
);
