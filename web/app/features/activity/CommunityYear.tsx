import { useQuery } from '@tanstack/react-query';
import { Columns, showMonthOf } from '../../ui/drawings/Columns';
import { ReaderTable } from '../../ui/drawings/ReaderTable';
import { formatNumber } from '../../ui/numbers';
import { communityActivityQuery } from './activity-queries';

const figures = [
  { name: 'members', label: 'New members' },
  { name: 'posts', label: 'Public posts' },
  { name: 'answered', label: 'Of them answered' },
] as const;

/** The last year of a community that is large enough for it. */
export default function CommunityYear() {
  const { data } = useQuery(communityActivityQuery());
  if (!data || data.months.length === 0) return null;
  return (
    <section aria-labelledby="year" className="flex min-w-0 flex-col gap-3 print:hidden">
      <h2 id="year" className="font-semibold">
        The last year
      </h2>
      <div className="flex flex-col gap-5">
        {figures.map(({ name, label }) => {
          const months = data.months.map((month) => ({ month: month.month, count: month[name] }));
          const total = formatNumber(months.reduce((sum, { count }) => sum + count, 0));
          return (
            <figure key={name} className="drawing" dir="ltr">
              <figcaption className="mb-1 flex justify-between gap-4 text-sm">
                <span className="text-muted">{label}</span>
                <span className="tabular-nums">{total}</span>
              </figcaption>
              <Columns label={`${label}: ${total} in the last year, by month in UTC`} months={months} height={60} />
            </figure>
          );
        })}
      </div>
      <ReaderTable
        caption="The community by month, in UTC"
        columns={['Month', ...figures.map(({ label }) => label)]}
        rows={data.months.map((month) => [showMonthOf(month.month), ...figures.map(({ name }) => month[name])])}
      />
    </section>
  );
}
