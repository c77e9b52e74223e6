import { type FocusEvent, type FormEvent, type RefObject, useRef, useState } from 'react';
import { isBlank } from '../../../forms/form-values';
import { type KeyPress, keysOf } from '../../../ui/keys/keys';
import { useFullScreen } from './useFullScreen';

interface OpeningOptions {
  area: RefObject<HTMLTextAreaElement | null>;
  /** Values of an empty form, by name of the field. */
  preset: Record<string, string>;
  /** Cancels the edit of a text. Its form is always open. */
  onCancel: ((form: HTMLFormElement) => void) | undefined;
  /** Called when the form closes, also after it was sent. */
  onClose: () => void;
  /** Called when the viewer closes the form. */
  onDismiss: (() => void) | undefined;
}

/** Opens and closes the form of a composer. Spread `frameAttributes` on the element with the class `composer`, around the form. */
export function useOpening({ area, preset, onCancel, onClose, onDismiss }: OpeningOptions) {
  const [isOpen, setOpen] = useState(onCancel !== undefined);
  const frame = useRef<HTMLDivElement>(null);
  useFullScreen(frame, isOpen);

  function close() {
    if (onCancel) return void (area.current?.form && onCancel(area.current.form));
    setOpen(false);
    onClose();
    area.current?.blur();
    area.current?.scrollTo(0, 0); // shows the first line
  }

  /** Closes the form and moves the focus, because the focused control may disappear. */
  function dismiss() {
    close();
    if (onDismiss) onDismiss();
    else if (!onCancel) frame.current?.focus();
  }

  function onKeyDown(event: KeyPress) {
    const isHandled = event.defaultPrevented || (event.target as Element).closest('dialog, select');
    if (!isOpen || keysOf(event) !== 'Escape' || isHandled) return;
    event.preventDefault(); // or it would close the dialog that asks
    dismiss();
  }

  /** An empty form closes when the focus leaves it. */
  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    const { form } = area.current ?? {};
    if (form && isBlank(form, preset) && !onCancel && !currentTarget.contains(relatedTarget)) setOpen(false);
  }

  return {
    isOpen,
    open: () => setOpen(true),
    /** Opens the form when the author types. A restored draft does not, because that would move the list or cover the screen of a phone. */
    onInput({ isTrusted }: FormEvent) {
      if (isTrusted) setOpen(true);
    },
    close,
    dismiss,
    frameAttributes: { ref: frame, onKeyDown, onBlur },
  };
}
