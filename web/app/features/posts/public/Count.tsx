import type { ReactNode } from 'react';
import { formatNumber } from '../../../ui/numbers';

interface CountProps {
  icon: ReactNode;
  count: number;
  one: string;
  many: string;
}

/** A number with its noun, such as "2 likes", after an icon. */
export const Count = ({ icon, count, one, many }: CountProps) => (
  <span className="flex items-center gap-1.5 tabular-nums">
    {icon} {formatNumber(count)} {count === 1 ? one : many}
  </span>
);
