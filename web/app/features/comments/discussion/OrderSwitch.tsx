import { Link, useLocation } from 'react-router';
import type { Order } from '../thread-queries';

const orders: Array<{ order: Order; label: string; search: string }> = [
  { order: 'newest', label: 'Newest first', search: '' },
  { order: 'oldest', label: 'Oldest first', search: '?order=oldest' },
];

export function OrderSwitch({ order: current }: { order: Order }) {
  const { state } = useLocation();
  return (
    <nav aria-label="Order of the comments" className="flex gap-4 text-sm">
      {orders.map(({ order, label, search }) => (
        <Link
          key={order}
          to={{ search }}
          state={state}
          replace
          preventScrollReset
          aria-current={order === current}
          className="tap inline-flex items-center py-1 text-muted hover:text-ink aria-[current=true]:font-medium aria-[current=true]:text-ink"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
