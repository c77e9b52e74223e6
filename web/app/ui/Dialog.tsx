import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useId } from 'react';
import { IconButton } from './Button';

interface DialogProps {
  /** Opened by `showModal()`. */
  ref: RefObject<HTMLDialogElement | null>;
  title: string;
  lead?: ReactNode;
  /** Called after it closes, however that happened. */
  onClose?: (dialog: HTMLDialogElement) => void;
  /** Buttons, the action last. */
  actions?: ReactNode;
  /** Shows a close button; for dialogs without actions. */
  closeButton?: boolean;
  /** Only for its width. */
  className?: string;
  children?: ReactNode;
}

/** Native modal dialog. Escape and a click outside close it; the browser returns the focus. */
export function Dialog({ ref, title, lead, onClose, actions, closeButton, className = '', children }: DialogProps) {
  const id = useId();
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      closedby="any"
      className={`dialog ${className}`}
      onClose={({ currentTarget, target }) => target === currentTarget && onClose?.(currentTarget)}
    >
      <header className="flex items-center justify-between gap-4">
        <h2 id={id} className="font-semibold text-lg">
          {title}
        </h2>
        {closeButton && (
          <IconButton size="sm" label="Close" onClick={() => ref.current?.close()}>
            <X />
          </IconButton>
        )}
      </header>
      {lead && <p className="mt-1 text-muted">{lead}</p>}
      {children && <div className="mt-4">{children}</div>}
      {actions && <div className="mt-5 flex flex-wrap justify-end gap-2">{actions}</div>}
    </dialog>
  );
}
