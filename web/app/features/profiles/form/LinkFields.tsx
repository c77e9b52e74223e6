import { joinWords, limits, linkSites } from '@dev-connector/contract';
import { Plus, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Values } from '../../../forms/Form';
import { Button, IconButton } from '../../../ui/Button';
import { TextField } from '../../../ui/fields/Field';
import { linkFields, linkIndexes } from './profile-values';

/** Links to any site. All rows are in the form, so that a draft can fill them; the empty ones at the end are hidden. */
export function LinkFields({ values, errors }: { values: Values; errors: Record<string, string> }) {
  const heading = useId();
  const sites = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const [shown, setShown] = useState(() => 1 + lastFilled((name) => values[name] ?? ''));

  const input = (name: string) => group.current?.querySelector<HTMLInputElement>(`[name="${name}"]`);
  const showFilled = () => setShown((count) => Math.max(count, 1 + lastFilled((name) => input(name)?.value ?? '')));

  function add() {
    flushSync(() => setShown(shown + 1));
    input(linkFields(shown).url)?.focus();
  }

  /** Moves the links below one place up. */
  function remove(index: number) {
    for (const row of linkIndexes.slice(index))
      for (const field of ['label', 'url'] as const) {
        const control = input(linkFields(row)[field]);
        if (control) control.value = input(linkFields(row + 1)[field])?.value ?? '';
      }
    input(linkFields(index).url)?.dispatchEvent(new Event('input', { bubbles: true })); // saves the draft
    flushSync(() => setShown(shown - 1));
    addButton.current?.focus();
  }

  return (
    <fieldset ref={group} aria-labelledby={heading} className="flex min-w-0 flex-col gap-3 max-sm:gap-5" onInput={showFilled}>
      <div>
        <h3 id={heading} className="font-medium text-sm">
          Other links
        </h3>
        <p className="text-muted text-sm">Such as {joinWords(linkSites.map(({ name }) => name))}, or any site.</p>
      </div>
      {linkIndexes.map((index) => {
        const { label, url } = linkFields(index);
        return (
          <div
            key={url}
            hidden={index >= shown}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 sm:grid-cols-[minmax(0,10rem)_minmax(0,1fr)_auto]"
          >
            <div className="max-sm:col-span-2">
              <TextField
                name={label}
                label={`Label of link ${index + 1}`}
                labelHidden
                placeholder="Label (optional)"
                list={sites}
                autoComplete="off"
                defaultValue={values[label]}
                error={errors[label]}
              />
            </div>
            <TextField
              name={url}
              label={`Address of link ${index + 1}`}
              labelHidden
              placeholder="Address"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              defaultValue={values[url]}
              error={errors[url]}
            />
            <IconButton label={`Remove link ${index + 1}`} onClick={() => remove(index)}>
              <Trash2 />
            </IconButton>
          </div>
        );
      })}
      <datalist id={sites}>
        {linkSites.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {errors.links && <p className="text-danger text-sm">{errors.links}</p>}
      {shown < limits.profileLinks && (
        <Button ref={addButton} size="sm" className="self-start" onClick={add}>
          <Plus /> Add a link
        </Button>
      )}
    </fieldset>
  );
}

/** Index of the last row with a value, or -1. */
const lastFilled = (textOf: (name: string) => string): number =>
  linkIndexes.findLastIndex((index) => textOf(linkFields(index).label) || textOf(linkFields(index).url));
