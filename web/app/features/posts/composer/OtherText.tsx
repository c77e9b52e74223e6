import type { ReactNode } from 'react';
import { UserLines } from '../../../ui/UserLines';
import { UserText } from '../../../ui/UserText';

interface OtherTextProps {
  /** Name of the section. */
  label: string;
  /** Announced when the section appears. */
  message: string;
  title?: string | undefined;
  text: string;
  /** Other fields, in a line below the text. */
  details?: string;
  /** The buttons that choose a text. */
  children: ReactNode;
}

/** A text that conflicts with the one in the field. */
export const OtherText = ({ label, message, title, text, details, children }: OtherTextProps) => (
  <section aria-label={label} className="flex min-h-0 flex-col gap-2 rounded-md bg-sunken p-3">
    <p role="alert" className="font-medium text-sm">
      {message}
    </p>
    <div className="max-h-80 min-h-16 grow overflow-y-auto">
      {title && <UserText as="p" className="wrap-anywhere pb-1 font-semibold" text={title} />}
      <UserLines text={text} />
      {details && <UserText as="p" className="wrap-anywhere pt-1 text-muted text-sm" text={details} />}
    </div>
    <div className="flex flex-wrap gap-2">{children}</div>
  </section>
);
