import { limits, type SearchType, searchTypes } from '@dev-connector/contract';
import { Link } from 'react-router';
import { formatNumber } from '../../ui/numbers';
import { searchPath } from './address';
import { useCounts } from './counts-query';

const textOf = (count: number) => `${formatNumber(count)}${count >= limits.pageMax ? '+' : ''}`;

/** Shows the number of results of a type. Renders nothing until it is known. */
export function CountOf({ q, type }: { q: string; type: SearchType }) {
  const count = useNumbers(q)?.[type];
  return count === undefined ? null : textOf(count);
}

function useNumbers(q: string) {
  const { data, isEnabled } = useCounts(q);
  return isEnabled ? data : undefined;
}

/** Leads from a type without results to those that have some. */
export function OtherTypes({ q, type }: { q: string; type: SearchType }) {
  const counts = useNumbers(q);
  return searchTypes.map((other) => {
    const count = counts?.[other] ?? 0;
    if (other === type || count === 0) return null;
    return (
      <Link key={other} to={searchPath(q, other)} className="link tap content-center">
        {textOf(count)} {count === 1 ? (other === 'people' ? 'person' : other.slice(0, -1)) : other}
      </Link>
    );
  });
}
