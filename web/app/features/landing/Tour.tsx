import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSite } from '../site/site';
import { FormattedJson } from './FormattedJson';
import { featureLink } from './feature-link';
import { SampleDiscussion } from './SampleDiscussion';
import { SampleProfile } from './SampleProfile';
import { sampleQuery } from './sample';

/** The parts of the site: what each is for, a real sample of it if there is a public one, and a way in that needs no account. */
export function Tour() {
  const { resume } = useSite();
  const { data: sample } = useQuery(sampleQuery());
  return (
    // On a phone, code uses a system font: loading the web font would delay the first paint.
    <div className="max-sm:[--default-mono-font-family:var(--font-mono)] max-sm:[--font-mono:ui-monospace,monospace] flex flex-col">
      <Stop
        heading="Ask with code, get an answer"
        sample={sample && <SampleDiscussion sample={sample} />}
        links={
          <Link to="/dev/explore" className={featureLink}>
            Read public posts <ArrowRight />
          </Link>
        }
      >
        Write in Markdown with highlighted code. Others answer in threads, and you get a notification. Each post is for members or for
        everyone: you choose.
      </Stop>
      <Stop
        heading="One profile, also your résumé"
        sample={sample?.profile && <SampleProfile profile={sample.profile} />}
        links={
          <>
            <Link to="/dev/profiles" className={featureLink}>
              Browse developers <ArrowRight />
            </Link>
            <a href={resume} className={featureLink}>
              See a résumé <ArrowRight />
            </a>
          </>
        }
      >
        Add your experience, skills and repositories once. Send the link, print the page, or download it as PDF or JSON Resume.
      </Stop>
      <Stop
        heading="Format JSON without changing it"
        sample={<FormattedJson />}
        links={
          <Link to="/dev/formatter" reloadDocument className={featureLink}>
            Format some JSON <ArrowRight />
          </Link>
        }
      >
        The formatter changes only white space: numbers keep all digits. It works offline with files of any size, and uploads nothing.
      </Stop>
      <ul className="grid gap-x-12 gap-y-8 border-line border-t pt-12 text-muted sm:grid-cols-3 sm:pt-16">
        <Fact heading="You decide what you see">
          Follow people and tags, and mute the tags that do not interest you. Your feed is sorted by time alone.
        </Fact>
        <Fact heading="Open where you want it">
          Public posts have their own pages and feeds for any reader. The others are never shown without an account.
        </Fact>
        <Fact heading="You can leave with everything">
          Download all your data at any time. If you delete your account, your posts and comments go with it.
        </Fact>
      </ul>
    </div>
  );
}

interface StopProps {
  heading: string;
  links: ReactNode;
  sample: ReactNode;
  children: ReactNode;
}

const Stop = ({ heading, links, sample, children }: StopProps) => (
  <section className="grid gap-x-16 gap-y-6 border-line border-t py-12 sm:py-16 lg:grid-cols-[20rem_minmax(0,1fr)]">
    <div className="flex flex-col items-start gap-2">
      <h2 className="text-balance font-semibold text-lg">{heading}</h2>
      <p className="max-w-md text-pretty text-muted">{children}</p>
      <div className="flex flex-wrap gap-x-5 gap-y-1">{links}</div>
    </div>
    {sample && <div className="min-w-0 max-w-2xl lg:justify-self-end lg:w-full">{sample}</div>}
  </section>
);

const Fact = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <li>
    <h2 className="pb-1 font-semibold text-ink">{heading}</h2>
    <p className="text-pretty">{children}</p>
  </li>
);
