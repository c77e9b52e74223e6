import { type SearchType, withoutHidden } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { type AriaAttributes, type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useDebounced } from '../../ui/browser/useDebounced';
import { scrollIntoView } from '../../ui/fields/scroll-into-view';
import { type KeyPress, keysOf } from '../../ui/keys/keys';
import { UserText } from '../../ui/UserText';
import { begins } from './begins';
import { complete, operatorsFor } from './complete';
import { SuggestedMark } from './SuggestedMark';
import { debounceTime, type Suggested, useSuggested } from './suggested';
import { suggestionsQuery } from './suggestions';
import { operatorHints, type Typed, typedAt } from './typed';

interface CompletionProps {
  input: RefObject<HTMLInputElement | null>;
  text: string;
  /** The text before the viewer typed. The list opens when it changes, even if that was before this code has loaded. */
  initial: string;
  type: SearchType | undefined;
  /** Whether to suggest people, tags and posts. */
  suggests: boolean;
  onChoose: (text: string) => void;
  /** Receives the attributes of the combobox. */
  onAria: (attributes: AriaAttributes) => void;
}

interface Option extends Partial<Omit<Suggested, 'label'>> {
  /** The text to insert, or the name of what the option opens. */
  value: string;
}

/** Completes operators and their values in the search field, suggests people, tags and posts, and searches without loading the page again. */
export function Completion({ input, text, initial, type, suggests, onChoose, onAria }: CompletionProps) {
  const id = useId();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState<string>(); // stays with its option when suggestions arrive
  const [seen, setSeen] = useState(initial);
  if (seen !== text) {
    setSeen(text);
    setOpen(text !== '');
    setActive(undefined);
  }
  const caret = input.current?.selectionStart ?? text.length;
  const typed = typedAt(text, Math.min(caret, text.length));
  const value = typed?.value ?? '';
  const settled = useDebounced(value, debounceTime);
  const { data = [], isPlaceholderData } = useQuery({
    ...suggestionsQuery(open ? typed?.operator : undefined, settled),
    placeholderData: (previous, query) => (query?.queryKey[1] === typed?.operator ? previous : undefined),
  });
  const values = value === settled && !isPlaceholderData ? data : data.filter((one) => begins(one, value));
  const suggested = useSuggested(suggests && !typed?.operator ? text : '', open);
  const options: Option[] = open ? optionsOf(typed, type, values, suggested) : [];
  const expanded = options.length > 0;
  const activeIndex = options.findIndex((option) => keyOf(option) === active);
  const activeId = options[activeIndex] && `${id}-${activeIndex}`;

  useEffect(() => {
    onAria({ 'aria-expanded': expanded, 'aria-controls': expanded ? id : undefined, 'aria-activedescendant': activeId });
  }, [expanded, id, activeId, onAria]);

  function close() {
    setOpen(false);
    setActive(undefined);
  }

  function choose({ value, to }: Option) {
    if (to !== undefined) {
      onChoose('');
      input.current?.blur();
      void navigate(to);
    }
    if (to !== undefined || !typed || !input.current) return;
    const next = complete(text, caret, typed, value);
    onChoose(next.text);
    input.current.focus();
    input.current.setSelectionRange(next.caret, next.caret);
  }

  const onKeyDown = useEffectEvent((event: KeyPress) => {
    const keys = keysOf(event);
    const option = options[activeIndex];
    const step = { ArrowDown: 1, ArrowUp: -1 }[keys];
    if (step && !expanded) setOpen(true);
    else if (step) setActive(keyOf(options.at((activeIndex + (activeIndex < 0 && step < 0 ? 0 : step)) % options.length)));
    else if ((keys === 'Enter' || (keys === 'Tab' && option?.to === undefined)) && option) choose(option);
    else if (keys === 'Escape' && expanded) close();
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
      className="menu absolute top-full z-40 mt-1 max-h-[min(28rem,70dvh)] w-full min-w-64 max-sm:right-0 sm:left-0 sm:min-w-80"
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
        <div
          key={keyOf(option)}
          ref={index === activeIndex ? scrollIntoView : undefined}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === activeIndex}
          aria-label={withoutHidden(option.hint ? `${option.value} ${option.hint}` : option.value)}
          className="menu-item"
          onMouseDown={(event) => event.preventDefault()} // keeps the focus in the field
          onClick={() => choose(option)}
        >
          {option.kind && <SuggestedMark kind={option.kind} avatar={option.avatar} />}
          <UserText
            text={option.kind === 'tag' ? option.value.slice(1) : option.value} // the mark has the #
            className={option.to === undefined ? 'wrap-anywhere min-w-0 font-medium' : 'min-w-0 truncate'}
          />{' '}
          {option.hint && (
            <span className={`ml-auto text-muted text-sm ${option.to === undefined ? 'truncate' : 'max-w-1/2 shrink-0 truncate'}`}>
              {option.hint}
            </span>
          )}
        </div>
      ))}
    </div>
  );
}

/** Identifies an option: two may have the same name. */
const keyOf = (option: Option | undefined) => option && (option.to ?? option.value);

/** The values of the operator before the caret; otherwise the operators that begin with the word, and then what the whole text may mean. */
function optionsOf(typed: Typed | undefined, type: SearchType | undefined, values: string[], suggested: Suggested[]): Option[] {
  if (typed?.operator) return values.map((value) => ({ value }));
  return [...(typed ? operatorOptions(typed.value, type) : []), ...suggested.map(({ label, ...option }) => ({ ...option, value: label }))];
}

const operatorOptions = (text: string, type: SearchType | undefined): Option[] =>
  operatorsFor(text, type).map(({ name }) => ({ value: `${name}:`, hint: operatorHints[name] }));
