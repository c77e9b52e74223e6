import type { Account, Profile } from '@dev-connector/contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../ui/Button';
import { FirstPostStep } from './FirstPostStep';
import { PictureStep } from './PictureStep';
import { ProfileStep } from './ProfileStep';
import { firstRunSteps } from './setup-state';

export interface FirstRunProps {
  account: Account;
  profile: Profile | null;
  step: number;
  /** Called with the next step when one is finished or skipped. */
  onStep: (next: number) => void;
}

/** Three short steps for a new member, each of which can be skipped. */
export function FirstRun({ account, profile, step, onStep }: FirstRunProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);

  const next = () => onStep(step + 1);
  const skip = (
    <Button variant="ghost" onClick={next}>
      Skip
    </Button>
  );
  const steps: ReactNode[] = [
    <ProfileStep key="profile" profile={profile} skip={skip} onDone={next} />,
    <PictureStep key="picture" account={account} onDone={next} />,
    <FirstPostStep key="post" account={account} profile={profile} skip={skip} onDone={next} />,
  ];
  return (
    <section aria-label="Get started" className="card flex flex-col gap-5 p-5 sm:p-6">
      <header className="flex flex-col gap-2">
        <p className="text-muted text-sm">
          Step {step + 1} of {firstRunSteps.length}
        </p>
        <div aria-hidden className="grid grid-cols-3 gap-1.5">
          {firstRunSteps.map((name, index) => (
            <span key={name} className={`h-1 rounded-full ${index <= step ? 'bg-ink' : 'bg-line'}`} />
          ))}
        </div>
        <h2 ref={heading} tabIndex={-1} className="mt-2 font-semibold text-lg outline-none">
          {firstRunSteps[step]}
        </h2>
      </header>
      {steps[step]}
    </section>
  );
}
