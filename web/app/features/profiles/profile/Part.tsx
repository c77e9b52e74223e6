import type { ReactNode } from 'react';

interface PartProps {
  /** Anchor of the index. */
  id: string;
  heading: ReactNode;
  children: ReactNode;
}

/** Section of a profile. The name of the developer is the only larger text of the screen. */
export const Part = ({ id, heading, children }: PartProps) => (
  <section id={id} aria-labelledby={`${id}-heading`} className="flex min-w-0 flex-col gap-4">
    <h2 id={`${id}-heading`} className="wrap-anywhere font-semibold">
      {heading}
    </h2>
    {children}
  </section>
);
