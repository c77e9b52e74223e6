const typingElements =
  'input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=menu], [role=listbox]';

/** Whether keys pressed in the element belong to it: to its text or its options. */
export const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.closest(typingElements) !== null;
