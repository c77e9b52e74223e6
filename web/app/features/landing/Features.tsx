import { ArrowRight, Braces, Contact, MessagesSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSite } from '../site/site';

/** Classes of a link to another part of the site. */
export const featureLink = 'link inline-flex items-center gap-1 font-medium no-underline hover:underline [&>.lucide]:size-4';

/** The parts of the site, each with a way in that needs no account if there is one. */
export function Features() {
  const { resume } = useSite();
  return (
    <div className="grid gap-x-12 gap-y-10 border-line border-t pt-12 sm:grid-cols-3">
      <Feature
        icon={<Contact />}
        heading="Profiles"
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
        Your experience, skills and repositories on one page, also as a résumé to print or send.
      </Feature>
      <Feature
        icon={<MessagesSquare />}
        heading="Posts"
        links={
          <Link to="/dev/explore" className={featureLink}>
            Read public posts <ArrowRight />
          </Link>
        }
      >
        Ask a question, show what you have built, and discuss what others are working on.
      </Feature>
      <Feature
        icon={<Braces />}
        heading="JSON formatter"
        links={
          <Link to="/dev/formatter" reloadDocument className={featureLink}>
            Format some JSON <ArrowRight />
          </Link>
        }
      >
        Formats JSON of any size in your browser. Nothing is uploaded, and it works offline.
      </Feature>
    </div>
  );
}

const Feature = ({ icon, heading, links, children }: { icon: ReactNode; heading: string; links?: ReactNode; children: ReactNode }) => (
  <section className="flex flex-col items-start gap-2">
    <div className="mb-1 grid size-9 place-items-center rounded-md bg-sunken">{icon}</div>
    <h2 className="font-semibold">{heading}</h2>
    <p className="max-w-md text-pretty text-muted">{children}</p>
    {links && <div className="flex flex-wrap gap-x-5 gap-y-1">{links}</div>}
  </section>
);
