import type { Profile } from '@dev-connector/contract';
import { Skills } from '../../profiles/Skills';

export function About({ profile: { user, bio, skills } }: { profile: Profile }) {
  return (
    <div className="panel flex flex-col gap-6 p-6">
      {bio && (
        <section className="flex flex-col gap-2">
          <h2 className="wrap-anywhere font-semibold">{firstName(user.name)}'s Bio</h2>
          <p className="prose-text max-w-[42rem]">{bio}</p>
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
