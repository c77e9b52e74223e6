import { type ReactNode, useId } from 'react';
import { UserText } from '../../../ui/UserText';

export function ImportSection({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3 border-line border-t pt-5">
      <h3 className="font-semibold">{heading}</h3>
      <ul className="flex flex-col gap-4">{children}</ul>
    </section>
  );
}

export interface Choice {
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
}

/** A change that the import would make, with a checkbox to skip it. */
export function ImportItem({ name, chosen, onChoose, children }: Choice & { name: ReactNode; children?: ReactNode }) {
  const id = useId();
  return (
    <li className="flex gap-3">
      <input
        id={id}
        type="checkbox"
        className="checkbox mt-0.5 shrink-0"
        checked={chosen}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <div className="flex min-w-0 grow flex-col gap-1 text-sm">
        <label htmlFor={id} className={`wrap-anywhere font-medium ${chosen ? '' : 'text-muted line-through'}`}>
          {name}
        </label>
        {children}
      </div>
    </li>
  );
}

/** Code points of a long text that are shown before it is expanded. */
const previewLength = 280;

/** Shows the beginning of a long text, with a control to expand it. */
export function LongText({ children }: { children: string }) {
  const letters = [...children];
  if (letters.length <= previewLength) return <UserText as="span" className="prose-text" text={children} />;
  return (
    <>
      <UserText as="span" className="prose-text" text={`${letters.slice(0, previewLength).join('')}…`} />
      <details>
        <summary className="link">Show all</summary>
        <UserText as="span" className="prose-text" text={children} />
      </details>
    </>
  );
}
