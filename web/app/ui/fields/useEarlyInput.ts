import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { useHydrated } from '../browser/useHydrated';

/**
 * Calls `onEarlyInput` at hydration with the controls that the viewer has changed since the server rendered them: React does not replay those events. The controls
 * need `autoComplete="off"`, or the browser restores their state after a reload.
 */
export function useEarlyInput(
  container: RefObject<HTMLFormElement | HTMLFieldSetElement | null>,
  onEarlyInput: (changed: Element[]) => void,
): void {
  const isHydrated = useHydrated();
  const passChanged = useEffectEvent(() => {
    const changed = isHydrated ? [] : [...(container.current?.elements ?? [])].filter(isChanged);
    if (changed.length > 0) onEarlyInput(changed);
  });
  useLayoutEffect(() => passChanged(), []);
}

/** Whether a control differs from what the server rendered. */
function isChanged(control: Element): boolean {
  if (control instanceof HTMLInputElement) return control.value !== control.defaultValue || control.checked !== control.defaultChecked;
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  if (!(control instanceof HTMLSelectElement)) return false;
  const options = [...control.options];
  return control.selectedOptions[0] !== (options.find(({ defaultSelected }) => defaultSelected) ?? options[0]);
}
