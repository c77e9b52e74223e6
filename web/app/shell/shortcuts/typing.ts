/** Receives what is typed while a dialog with a field loads. The returned function ends this and returns the text. */
export function holdTyping(): () => string {
  const { activeElement } = document;
  const field = document.createElement('input');
  field.className = 'sr-only';
  field.ariaLabel = 'Go to';
  document.body.append(field);
  field.focus();
  return () => {
    const { value } = field;
    field.remove();
    if (activeElement instanceof HTMLElement) activeElement.focus(); // closing the dialog leads back to it
    return value;
  };
}
