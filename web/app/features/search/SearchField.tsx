import { limits, type SearchType } from '@dev-connector/contract';
import { Search as SearchIcon, X } from 'lucide-react';
import { type AriaAttributes, useLayoutEffect, useRef, useState } from 'react';
import { useEarlyInput } from '../../ui/fields/useEarlyInput';
import { lazyPart } from '../../ui/lazy-part';

/** Loads when the field is used. */
const Completion = lazyPart(async () => (await import('./Completion')).Completion, { missing: null });

interface SearchFieldProps {
  /** Type of the results; without it, the operators decide. */
  type?: SearchType | undefined;
  defaultValue?: string;
  /** Called as the text changes, by a screen that shows the results. Elsewhere the field suggests some. */
  onText?: (text: string) => void;
  /** Id of the element that describes an error. */
  error?: string | undefined;
  autoFocus?: boolean;
  className?: string;
}

/** The search field: a plain form, which the browser sends without script, and a combobox with script. */
export function SearchField({ type, defaultValue = '', onText, error, autoFocus, className = '' }: SearchFieldProps) {
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(defaultValue);
  const [used, setUsed] = useState(false);
  const [aria, setAria] = useState<AriaAttributes>();

  function change(value: string) {
    if (input.current) input.current.value = value;
    setText(value);
    onText?.(value);
  }

  useEarlyInput(form, () => change(input.current?.value ?? ''));
  useLayoutEffect(() => setUsed(document.activeElement === input.current), []); // focused before the scripts loaded

  return (
    <search className={`relative ${className}`}>
      <form ref={form} action="/dev/search">
        <SearchIcon className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-muted" />
        <input
          ref={input}
          data-search
          type="text"
          role="combobox"
          name="q"
          aria-label="Search"
          aria-autocomplete="list"
          aria-expanded={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={error}
          {...aria}
          placeholder="Search"
          defaultValue={defaultValue}
          maxLength={limits.searchQuery}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          // biome-ignore lint/a11y/noAutofocus: the page of the search is its field
          autoFocus={autoFocus}
          className="input px-8"
          onFocus={() => setUsed(true)}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        />
        {type && <input type="hidden" name="type" value={type} />}
        {text !== '' && (
          <button
            type="button"
            aria-label="Clear"
            className="absolute inset-y-0 right-0 flex w-9 items-center justify-center rounded-md text-muted hover:text-ink noscript:hidden"
            onClick={() => {
              change('');
              input.current?.focus();
            }}
          >
            <X className="size-4" />
          </button>
        )}
        {used && (
          <Completion input={input} text={text} initial={defaultValue} type={type} suggests={!onText} onChoose={change} onAria={setAria} />
        )}
      </form>
    </search>
  );
}
