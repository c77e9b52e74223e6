import type { Profile } from '@dev-connector/contract';
import { UserText } from '../../ui/UserText';
import { Skills } from '../Skills';

export function About({ profile: { user, bio, skills } }: { profile: Profile }) {
  return (
    <div className={`card grid gap-6 p-6 ${bio ? 'lg:grid-cols-[minmax(0,42rem)_minmax(0,1fr)] lg:gap-12' : ''}`}>
      {bio && (
        <section className="flex flex-col gap-2">
          <h2 className="wrap-anywhere font-semibold">
            <UserText text={firstName(user.name)} />
            's Bio
          </h2>
          <UserText as="p" className="prose-text" text={bio} />
        </section>
      )}
      <section className="flex flex-col gap-2">
        <h2 className="font-semibold">Skill Set</h2>
        <Skills skills={skills} />
      </section>
    </div>
  );
}

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? '';
