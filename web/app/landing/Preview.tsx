import { CommentIcon, LikeIcon } from '../posts/icons';

/** Illustration of a profile and a discussion with fictional people. Hidden from assistive technology. */
export function Preview() {
  return (
    <div aria-hidden className="relative flex flex-col gap-4">
      <div className="panel flex items-center gap-4 p-5">
        <Initials className="size-16 bg-sky-800 text-xl">AH</Initials>
        <div className="min-w-0">
          <p className="font-semibold">Amina Haddad</p>
          <p className="muted text-base">Senior Developer at Lantern Works</p>
          <p className="mt-2 flex flex-wrap gap-2">
            {['TypeScript', 'PostgreSQL', 'Rust', 'Accessibility'].map((skill) => (
              <span key={skill} className="badge badge-secondary">
                {skill}
              </span>
            ))}
          </p>
        </div>
      </div>
      <div className="panel flex flex-col gap-3 p-5 lg:ml-10">
        <Person name="Tomás Okafor" initials="TO" when="Posted on 2026/03/14" />
        <p>Half our page weight was one date library. Which small thing did you remove that made the biggest difference?</p>
        <div className="flex gap-5 text-base">
          <span className="flex items-center gap-1.5 text-primary">
            <LikeIcon filled /> 24
          </span>
          <span className="muted flex items-center gap-1.5">
            <CommentIcon /> Discussion 7
          </span>
        </div>
      </div>
      <div className="panel flex flex-col gap-3 p-5 lg:ml-20">
        <Person name="Yuki Brandt" initials="YB" when="Posted on 2026/03/14" />
        <p>A retry loop. Turned out the second try was what broke it.</p>
      </div>
    </div>
  );
}

/** Looks like the picture of a member without one (server/src/avatars/initials.ts). */
const Initials = ({ className, children }: { className: string; children: string }) => (
  <span className={`grid shrink-0 place-content-center rounded-full font-semibold text-white ${className}`}>{children}</span>
);

const Person = ({ name, initials, when }: { name: string; initials: string; when: string }) => (
  <div className="flex items-center gap-3">
    <Initials className="size-10 bg-violet-700 text-base">{initials}</Initials>
    <div>
      <p className="font-semibold">{name}</p>
      <p className="muted text-base">{when}</p>
    </div>
  </div>
);
