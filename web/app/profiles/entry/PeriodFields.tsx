import { type Experience, type Precision, precisions } from '@dev-connector/contract';
import { useEffect, useRef, useState } from 'react';
import { Checkbox, Select, TextField } from '../../ui/fields/Field';

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

  useEffect(() => {
    const form = box.current?.form;
    const onReset = () => setCurrent(initial);
    form?.addEventListener('reset', onReset);
    return () => form?.removeEventListener('reset', onReset);
  }, [initial]);

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

const precisionLabels: Record<Precision, string> = { day: 'Full date', month: 'Month and year', year: 'Year' };

interface DateFieldProps {
  name: 'from' | 'to';
  label: string;
  date: string | undefined;
  precision: string | undefined;
  isRequired?: boolean;
  disabled?: boolean;
  error: string | undefined;
}

/** A date, and how much of it the profile shows. */
const DateField = ({ name, label, date, precision = 'day', isRequired, disabled, error }: DateFieldProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)_9.5rem] gap-3">
    <TextField name={name} type="date" label={label} aria-required={isRequired} disabled={disabled} defaultValue={date} error={error} />
    <Select name={`${name}Precision`} label={`${label.replace(' Date', '')} shown as`} disabled={disabled} defaultValue={precision}>
      {precisions.map((value) => (
        <option key={value} value={value}>
          {precisionLabels[value]}
        </option>
      ))}
    </Select>
  </div>
);
