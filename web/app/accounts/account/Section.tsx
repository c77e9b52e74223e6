import { type ReactNode, type Ref, useId } from 'react';

interface SectionProps {
  heading: string;
  /** Ref to the heading, which receives the focus when a focused button is removed. */
  headingRef?: Ref<HTMLHeadingElement>;
  lead: string;
  children: ReactNode;
}

/** Section of the account screen. */
export function Section({ heading, headingRef, lead, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 border-base-300 border-t pt-6">
      <header className="flex flex-col gap-1">
        <h2 id={id} ref={headingRef} tabIndex={-1} className="font-semibold outline-none">
          {heading}
        </h2>
        <p className="muted text-sm">{lead}</p>
      </header>
      {children}
    </section>
  );
}
