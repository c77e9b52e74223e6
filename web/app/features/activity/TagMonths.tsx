import { tagPath } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Columns, showMonthOf } from '../../ui/drawings/Columns';
import { ReaderTable } from '../../ui/drawings/ReaderTable';
import { UserText } from '../../ui/UserText';
import { tagActivityQuery } from './activity-queries';

/** Draws the posts with a tag by month for two years, and lists tags that the same posts often have. */
export function TagMonths({ tag }: { tag: string }) {
  const { data } = useQuery(tagActivityQuery(tag));
  if (!data) return null;
  const posts = data.months.reduce((sum, month) => sum + month.posts, 0);
  return (
    <>
      {posts > 0 && (
        <figure className="drawing print:hidden" dir="ltr">
          <figcaption className="font-medium text-sm">Posts per month</figcaption>
          <Columns
            label={`${posts} ${posts === 1 ? 'post' : 'posts'} in the last two years, by month in UTC`}
            months={data.months.map(({ month, posts }) => ({ month, count: posts }))}
            height={72}
          />
          <ReaderTable
            caption="Posts by month, in UTC"
            columns={['Month', 'Posts']}
            rows={data.months.map(({ month, posts }) => [showMonthOf(month), posts])}
          />
        </figure>
      )}
      {data.related.length > 0 && (
        <section aria-labelledby="related">
          <h2 id="related" className="pb-2 font-medium">
            Often together with
          </h2>
          <ul aria-labelledby="related" className="flex flex-wrap gap-1.5">
            {data.related.map(({ name, posts }) => (
              <li key={name} className="min-w-0">
                <Link to={tagPath(name)} className="chip tap wrap-anywhere" title={`${posts} posts have both tags`}>
                  <UserText text={`#${name}`} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
