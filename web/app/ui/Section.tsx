import { type ReactNode, type Ref, useId } from 'react';

interface SectionProps {
  heading: string;
  /** The heading receives the focus when a focused item of the section is removed. */
  headingRef?: Ref<HTMLHeadingElement>;
  lead?: ReactNode;
  /** Shown at the end of the heading's line. */
  action?: ReactNode;
  id?: string;
  children: ReactNode;
}

/** Part of a screen with a heading. Separate sections with white space, or with a hairline (`list`). */
export function Section({ heading, headingRef, lead, action, id, children }: SectionProps) {
  const own = useId();
  return (
    <section id={id} aria-labelledby={own} className="flex min-w-0 flex-col gap-4">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={own} ref={headingRef} tabIndex={-1} className="font-semibold text-lg outline-none">
            {heading}
          </h2>
          {lead && <p className="text-muted">{lead}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}
