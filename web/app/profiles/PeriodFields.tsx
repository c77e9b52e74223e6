import { useEffect, useRef, useState } from 'react';
import { TextField } from '../ui/Field';

/** Fields for a period. A current entry has no end date. */
export function PeriodFields({ currentLabel, errors }: { currentLabel: string; errors: Record<string, string> }) {
  const box = useRef<HTMLInputElement>(null);
  const [current, setCurrent] = useState(false);

  useEffect(() => {
    const form = box.current?.form;
    const uncheck = () => setCurrent(false);
    form?.addEventListener('reset', uncheck);
    return () => form?.removeEventListener('reset', uncheck);
  }, []);

  return (
    <>
      <TextField name="from" type="date" label="From Date" aria-required error={errors.from} />
      <label className="tap flex items-center gap-2 self-start">
        <input
          ref={box}
          type="checkbox"
          name="current"
          className="checkbox"
          onChange={(event) => setCurrent(event.target.checked)}
        />
        {currentLabel}
      </label>
      <TextField name="to" type="date" label="To Date" disabled={current} error={errors.to} />
    </>
  );
}
