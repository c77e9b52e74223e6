import { type Feed, type FeedPeriod, periods } from '@dev-connector/contract';
import { Link } from 'react-router';
import { buttonClass } from '../../../ui/Button';

/** Latest and Following need none. */
type FeedWithRule = Exclude<Feed, 'latest' | 'following'>;

const rules: Record<FeedWithRule, string> = {
  top: 'By likes and comments; newer posts rank higher.',
  unanswered: 'Posts without comments by others, newest first.',
};

const labels = { day: 'Day', week: 'Week', month: 'Month', year: 'Year' };

/** The rule of a feed, and the periods of Top. */
export function FeedRule({ feed, period }: { feed: FeedWithRule; period: FeedPeriod }) {
  return (
    <div className="flex grow flex-wrap items-center justify-between gap-x-4">
      <p>{rules[feed]}</p>
      {feed === 'top' && (
        <nav aria-label="Period" className="-mx-2.5 flex">
          {periods.map((one) => (
            <Link
              key={one}
              to={`/dev/posts/top${one === 'week' ? '' : `?period=${one}`}`}
              aria-current={one === period ? 'page' : undefined}
              className={buttonClass('ghost', 'sm', one === period ? 'font-semibold text-ink' : 'text-muted')}
            >
              {labels[one]}
            </Link>
          ))}
        </nav>
      )}
    </div>
  );
}
