import { type ChangeEvent, type CompositionEvent, useId, useRef, useState } from 'react';
import { isComposing, type KeyPress, keysOf } from '../keys/keys';
import { Field, type FieldProps, useControl } from './Field';
import { FormValue } from './FormValue';
import { SuggestionList } from './SuggestionList';
import { TokenChip } from './TokenChip';
import { moveToken, tidyTokens } from './tokens';

interface TokenInputProps extends FieldProps {
  /** Comma-separated. */
  defaultValue?: string | undefined;
  required?: boolean;
  placeholder?: string;
  /** Ends a token while typing. The default are the commas of all keyboards. */
  separator?: RegExp;
  /** How tokens may contain commas. By default they have none. */
  format?: ListFormat;
  /** Rewrites a token, such as one with a leading `#`. */
  toToken?: (text: string) => string;
  /** Returns what is wrong with the tokens. */
  check?: (tokens: string[]) => string | undefined;
  /** Values to choose from; those that contain the typed text are shown. */
  suggestions?: string[];
  /** Called as the text changes, to load suggestions. */
  onQuery?: (text: string) => void;
}

/** Writes a list of tokens as one text, and reads it. `typing` returns the complete tokens of a text that is being typed, and the rest. */
export interface ListFormat {
  split: (text: string) => string[];
  join: (tokens: string[]) => string;
  typing: (text: string, separator: RegExp) => { items: string[]; rest: string };
}

const plainFormat: ListFormat = {
  split: (text) => text.split(','),
  join: (tokens) => tokens.join(', '),
  typing(text, separator) {
    const items = text.split(separator);
    return { rest: items.pop()?.trimStart() ?? '', items };
  },
};

const maxSuggestions = 8;

/**
 * List of short texts. A text input that takes commas; what is typed becomes a token at a comma or Enter; Tab takes the chosen suggestion. A second, invisible
 * input with the field's name has the whole list, so that forms and drafts see one comma-separated text.
 */
export function TokenInput({
  defaultValue = '',
  required,
  placeholder,
  separator = /[,，、､،]/,
  format = plainFormat,
  toToken = (text) => text,
  check,
  suggestions = [],
  onQuery,
  ...props
}: TokenInputProps) {
  const list = useId();
  const entry = useRef<HTMLInputElement>(null);
  const [tokens, setTokens] = useState(() => tidyTokens(format.split(defaultValue)));
  const [text, setText] = useState('');
  const [active, setActive] = useState(-1);
  const [open, setOpen] = useState(false);
  const [message, setMessage] = useState('');
  const all = tidyTokens([...tokens, toToken(text)]);
  const value = format.join(all);
  const field = { ...props, error: check?.(all) ?? props.error };
  const { name, ...control } = useControl(field);

  const has = (token: string) => tokens.some((other) => other.toLowerCase() === token.toLowerCase());
  const query = text.trim().toLowerCase();
  const matches = open && query ? suggestions.filter((s) => s.toLowerCase().includes(query) && !has(s)).slice(0, maxSuggestions) : [];

  function replaceTokens(joined: string) {
    setTokens(tidyTokens(format.split(joined)));
    setText('');
  }
  function changeTokens(next: string[], announcement = '') {
    setTokens(tidyTokens(next.map(toToken)));
    setMessage(announcement);
  }
  function changeText(event: ChangeEvent<HTMLInputElement> | CompositionEvent<HTMLInputElement>) {
    const { value } = event.currentTarget;
    setOpen(true);
    setActive(-1);
    // Another value would end the composition, and the input method would insert its text twice.
    if (event.type !== 'compositionend' && isComposing(event)) return setText(value);
    const { items, rest } = format.typing(value, separator);
    if (items.length > 0) changeTokens([...tokens, ...items]);
    setText(rest);
    onQuery?.(rest);
  }
  function add(token: string) {
    if (token.trim()) changeTokens([...tokens, token]);
    setText('');
    setOpen(false);
  }
  function remove(index: number) {
    changeTokens(tokens.toSpliced(index, 1), `${tokens[index]} removed`);
    entry.current?.focus();
  }
  function move(from: number, to: number) {
    if (to < 0 || to >= tokens.length) return;
    changeTokens(moveToken(tokens, from, to), `${tokens[from]} is now ${to + 1} of ${tokens.length}`);
  }

  function onKeyDown(event: KeyPress) {
    const key = keysOf(event);
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (matches.length === 0) return;
      event.preventDefault();
      setActive((active + (key === 'ArrowDown' ? 1 : -1) + matches.length) % matches.length);
    } else if ((key === 'Enter' || key === 'Shift+Enter') && query) {
      event.preventDefault();
      add(matches[active] ?? text);
    } else if (key === 'Tab' && matches[active]) {
      event.preventDefault();
      add(matches[active]);
    } else if (key === 'Escape' && matches.length > 0) {
      event.preventDefault();
      setOpen(false);
    } else if (key === 'Backspace' && !event.repeat && text === '' && tokens.length > 0) remove(tokens.length - 1);
  }

  return (
    <Field {...field} id={control.id} required={required}>
      <div className="input relative flex flex-wrap items-center gap-1.5">
        {tokens.length > 0 && (
          // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list in Safari
          <ul role="list" aria-label={`${field.label}, chosen`} className="contents">
            {tokens.map((token, index) => (
              <TokenChip key={token} token={token} index={index} onRemove={() => remove(index)} onMove={move} />
            ))}
          </ul>
        )}
        <input
          ref={entry}
          {...control}
          type="text"
          role="combobox"
          aria-expanded={matches.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={matches[active] && `${list}-${active}`}
          aria-required={required}
          autoComplete="off"
          className="min-w-32 grow outline-none placeholder:text-muted"
          placeholder={tokens.length === 0 ? placeholder : undefined}
          value={text}
          onChange={changeText}
          onCompositionEnd={changeText}
          onKeyDown={onKeyDown}
          onBlur={() => setOpen(false)} // a new token could move the button that is being pressed
        />
        <FormValue name={name} value={value} defaultValue={defaultValue} onSet={replaceTokens} onFocus={() => entry.current?.focus()} />
        <SuggestionList id={list} matches={matches} active={active} onChoose={add} />
      </div>
      <p aria-live="polite" className="sr-only">
        {message}
      </p>
    </Field>
  );
}
