import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Calendar } from '../../ui/drawings/Calendar';
import { ReaderTable } from '../../ui/drawings/ReaderTable';
import { useToken } from '../accounts/session/session';
import { memberActivityQuery } from './activity-queries';

const count = (number: number, noun: string) => `${number} ${number === 1 ? noun : `${noun}s`}`;

/** The posts and comments of a member in the last year, as far as the viewer may see them. Nothing without any. */
export default function MemberCalendar({ userId, today }: { userId: string; today: string }) {
  const { data } = useQuery({ ...memberActivityQuery(userId, useToken() ? 'members' : 'visitors'), placeholderData: keepPreviousData });
  if (!data || data.days.length === 0) return null;
  const byDay = new Map(data.days.map((day) => [day.day, day]));
  const posts = data.days.reduce((sum, day) => sum + day.posts, 0);
  const comments = data.days.reduce((sum, day) => sum + day.comments, 0);
  const describe = (date: string) => {
    const day = byDay.get(date);
    return [day?.posts ? count(day.posts, 'post') : '', day?.comments ? count(day.comments, 'comment') : ''].filter(Boolean).join(', ');
  };
  const total = [posts > 0 && count(posts, 'post'), comments > 0 && count(comments, 'comment')].filter(Boolean).join(' and ');
  return (
    <section aria-labelledby="activity-heading" className="flex min-w-0 max-w-[351px] flex-col gap-4 sm:max-w-[689px] print:hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="activity-heading" className="font-semibold">
          Activity
        </h2>
        <p className="text-muted text-sm tabular-nums">{total} in a year</p>
      </div>
      <figure className="drawing" dir="ltr">
        <Calendar
          label={`${total} in the last year, on ${count(data.days.length, 'day')} in UTC`}
          days={data.days.map((day) => ({ day: day.day, count: day.posts + day.comments }))}
          today={today}
          describe={describe}
        />
        <ReaderTable
          caption="Posts and comments by day, in UTC"
          columns={['Day', 'Posts', 'Comments']}
          rows={data.days.map((day) => [day.day, day.posts, day.comments])}
        />
      </figure>
    </section>
  );
}
