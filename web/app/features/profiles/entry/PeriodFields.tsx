import { type Experience, type Precision, precisions } from '@dev-connector/contract';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Checkbox, Select, TextField } from '../../../ui/fields/Field';

type Entry = Pick<Experience, 'from' | 'fromPrecision' | 'to' | 'toPrecision' | 'current'>;

interface PeriodFieldsProps {
  entry: Entry | undefined;
  currentLabel: string;
  errors: Record<string, string>;
}

/** Fields for a period. A current entry has no end date. */
export function PeriodFields({ entry, currentLabel, errors }: PeriodFieldsProps) {
  const box = useRef<HTMLInputElement>(null);
  const initial = entry?.current ?? false;
  const [current, setCurrent] = useState(initial);
  useReset(box, () => setCurrent(initial));

  return (
    <>
      <DateField name="from" label="From Date" date={entry?.from} precision={entry?.fromPrecision} isRequired error={errors.from} />
      <Checkbox
        ref={box}
        name="current"
        label={currentLabel}
        defaultChecked={initial}
        onChange={(event) => setCurrent(event.target.checked)}
      />
      <DateField name="to" label="To Date" date={entry?.to} precision={entry?.toPrecision} disabled={current} error={errors.to} />
    </>
  );
}

/** Calls a function before the form of a control is reset. */
function useReset(control: RefObject<HTMLInputElement | HTMLSelectElement | null>, onReset: () => void): void {
  const reset = useEffectEvent(onReset);
  useEffect(() => {
    const form = control.current?.form;
    const listener = () => reset();
    form?.addEventListener('reset', listener);
    return () => form?.removeEventListener('reset', listener);
  }, [control]);
}

const precisionLabels: Record<Precision, string> = { day: 'Full date', month: 'Month and year', year: 'Year' };

/** The control for dates of each precision. A browser without one for months shows a text field. */
const controls = {
  day: { type: 'date', placeholder: '', pattern: '', inputMode: 'text' },
  month: { type: 'month', placeholder: 'YYYY-MM', pattern: '\\d{4}-\\d{2}', inputMode: 'text' },
  year: { type: 'text', placeholder: 'YYYY', pattern: '\\d{4}', inputMode: 'numeric' },
} as const;

/** Lengths of dates as their controls have them. */
const lengths: Record<Precision, number> = { day: 10, month: 7, year: 4 };

/** Returns a date of any precision as a full date, with 01 for what is missing. Leaves other texts unchanged. */
export const toFullDate = (date: string): string =>
  /^\d{4}(-\d{2})?$/.test(date) ? date + '-01-01'.slice(date.length - lengths.year) : date;

interface DateFieldProps {
  name: 'from' | 'to';
  label: string;
  date: string | undefined;
  precision: string | undefined;
  isRequired?: boolean;
  disabled?: boolean;
  error: string | undefined;
}

/** A date, and how much of it is known. */
function DateField({ name, label, date, precision: initial = 'day', isRequired, disabled, error }: DateFieldProps) {
  const select = useRef<HTMLSelectElement>(null);
  const [precision, setPrecision] = useState(initial as Precision);

  /** Shows the control for another precision, with as much of its date as is known. Does not wait for React, because a draft or a reset sets the value next. */
  function change(next: Precision) {
    const input = select.current?.form?.elements.namedItem(name) as HTMLInputElement;
    const shown = toFullDate(input.value).slice(0, lengths[next]);
    Object.assign(input, controls[next]);
    input.value = shown;
    setPrecision(next);
  }
  useReset(select, () => change(initial as Precision));

  return (
    <div className="grid gap-3 min-[22.5rem]:grid-cols-[minmax(0,1fr)_10.5rem]">
      <TextField
        name={name}
        {...controls[precision]}
        label={label}
        aria-required={isRequired}
        disabled={disabled}
        defaultValue={date?.slice(0, lengths[initial as Precision])}
        error={error}
      />
      <Select
        ref={select}
        name={`${name}Precision`}
        label={`${label.replace(' Date', '')} precision`}
        disabled={disabled}
        defaultValue={initial}
        onInput={({ currentTarget }) => change(currentTarget.value as Precision)}
      >
        {precisions.map((value) => (
          <option key={value} value={value}>
            {precisionLabels[value]}
          </option>
        ))}
      </Select>
    </div>
  );
}
