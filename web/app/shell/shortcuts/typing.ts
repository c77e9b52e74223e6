/** Keeps typed characters from the shortcuts of the page while a dialog that receives text loads. The returned function ends this and returns the characters. */
export function holdTyping(): () => string {
  let text = '';
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, isComposing } = event;
    if (key.length > 1 || altKey || ctrlKey || metaKey || isComposing) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    text += key;
  };
  window.addEventListener('keydown', onKeyDown, true);
  return () => {
    window.removeEventListener('keydown', onKeyDown, true);
    return text;
  };
}
