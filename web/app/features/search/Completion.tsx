import { type SearchType, withoutHidden } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { type AriaAttributes, type RefObject, useDeferredValue, useEffect, useEffectEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { type KeyPress, keysOf } from '../../ui/keys/keys';
import { UserText } from '../../ui/UserText';
import { complete, operatorsFor } from './complete';
import { suggestionsQuery } from './suggestions';
import { operatorHints, typedAt } from './typed';

interface CompletionProps {
  input: RefObject<HTMLInputElement | null>;
  text: string;
  /** The text before the viewer typed. The list opens when it changes, even if that was before this code has loaded. */
  initial: string;
  type: SearchType | undefined;
  onChoose: (text: string) => void;
  /** Receives the attributes of the combobox. */
  onAria: (attributes: AriaAttributes) => void;
}

interface Option {
  value: string;
  hint?: string;
}

/** Completes operators and their values in the search field, and searches without loading the page again. */
export function Completion({ input, text, initial, type, onChoose, onAria }: CompletionProps) {
  const id = useId();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [seen, setSeen] = useState(initial);
  if (seen !== text) {
    setSeen(text);
    setOpen(text !== '');
    setActive(-1);
  }
  const caret = input.current?.selectionStart ?? text.length;
  const typed = typedAt(text, Math.min(caret, text.length));
  const { data: values = [] } = useQuery({
    ...suggestionsQuery(open ? typed?.operator : undefined, useDeferredValue(typed?.value ?? '')),
    placeholderData: (previous, query) => (query?.queryKey[1] === typed?.operator ? previous : undefined),
  });
  const options: Option[] = !open || !typed ? [] : typed.operator ? values.map((value) => ({ value })) : operatorOptions(typed.value, type);
  const expanded = options.length > 0;
  const activeId = options[active] && `${id}-${active}`;

  useEffect(() => {
    onAria({ 'aria-expanded': expanded, 'aria-controls': expanded ? id : undefined, 'aria-activedescendant': activeId });
  }, [expanded, id, activeId, onAria]);

  function choose({ value }: Option) {
    if (!typed || !input.current) return;
    const next = complete(text, caret, typed, value);
    onChoose(next.text);
    input.current.focus();
    input.current.setSelectionRange(next.caret, next.caret);
  }

  const onKeyDown = useEffectEvent((event: KeyPress) => {
    const keys = keysOf(event);
    const option = options[active];
    const step = { ArrowDown: 1, ArrowUp: -1 }[keys];
    if (step && !expanded) setOpen(true);
    else if (step) setActive((active + (active < 0 && step < 0 ? 0 : step) + options.length) % options.length);
    else if ((keys === 'Enter' || keys === 'Tab') && option) choose(option);
    else if (keys === 'Escape' && expanded) setOpen(false);
    else return;
    event.preventDefault();
  });

  const onSubmit = useEffectEvent((event: SubmitEvent) => {
    event.preventDefault();
    setOpen(false);
    const params = new URLSearchParams([...new FormData(event.target as HTMLFormElement)].map(([name, value]) => [name, String(value)]));
    void navigate(`/dev/search?${params}`, { replace: location.search === `?${params}` });
  });

  useEffect(() => {
    const field = input.current;
    const form = field?.form;
    const onBlur = () => setOpen(false);
    field?.addEventListener('keydown', onKeyDown);
    field?.addEventListener('blur', onBlur);
    form?.addEventListener('submit', onSubmit);
    return () => {
      field?.removeEventListener('keydown', onKeyDown);
      field?.removeEventListener('blur', onBlur);
      form?.removeEventListener('submit', onSubmit);
    };
  }, [input]);

  if (!expanded) return null;
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Suggestions"
      className="menu absolute top-full z-40 mt-1 max-h-80 w-full min-w-64 max-sm:right-0 sm:left-0"
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
        <div
          key={option.value}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          aria-label={withoutHidden(option.hint ? `${option.value} ${option.hint}` : option.value)}
          className="menu-item"
          onMouseDown={(event) => event.preventDefault()} // keeps the focus in the field
          onClick={() => choose(option)}
        >
          <span className="wrap-anywhere min-w-0 font-medium">
            <UserText text={option.value} />
          </span>
          {option.hint && <span className="ml-auto truncate text-muted text-sm">{option.hint}</span>}
        </div>
      ))}
    </div>
  );
}

const operatorOptions = (text: string, type: SearchType | undefined): Option[] =>
  operatorsFor(text, type).map(({ name }) => ({ value: `${name}:`, hint: operatorHints[name] }));
