import { useQuery } from '@tanstack/react-query';
import { Rss } from 'lucide-react';
import { feedsQuery } from './feed-queries';

/** Shows the addresses of the feeds of the site, a member or a tag, if there is a public post. Works without script. */
export function Subscribe(of: { author?: string; tag?: string }) {
  const { data: feeds = [] } = useQuery(feedsQuery(of));
  if (feeds.length === 0) return null;
  return (
    <details className="relative">
      <summary className="btn list-none">
        <Rss /> <span className={of.author || of.tag ? 'max-sm:sr-only' : ''}>Subscribe</span>
      </summary>
      <div
        className={`card absolute z-10 mt-1 flex w-64 flex-col gap-2 p-4 shadow-float max-sm:fixed max-sm:inset-x-2 max-sm:bottom-[calc(var(--phone-bar)+0.5rem)] max-sm:w-auto ${of.author || of.tag ? 'sm:right-0' : 'sm:left-0'}`}
      >
        <p className="text-sm">Copy one of these addresses into your feed reader:</p>
        <ul className="flex gap-4">
          {feeds.map(({ name, url }) => (
            <li key={url}>
              <a href={url} className="link tap">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
