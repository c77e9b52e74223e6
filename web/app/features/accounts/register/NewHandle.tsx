import { handleFromName, limits } from '@dev-connector/contract';
import { useEffect, useRef, useState } from 'react';
import { HandleField } from '../HandleField';

/** Field for the handle of a new member. If it is empty, the handle is made from the name in the same form, which the field shows. */
export function NewHandle({ error }: { error: string | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  const [suggestion, setSuggestion] = useState<string>();
  useEffect(() => {
    const form = place.current?.closest('form');
    const name = form?.elements.namedItem('name');
    if (!(name instanceof HTMLInputElement)) return;
    const suggest = () => setSuggestion(handleFromName(name.value, limits.handle));
    suggest();
    name.addEventListener('input', suggest);
    return () => name.removeEventListener('input', suggest);
  }, []);
  return (
    <div ref={place}>
      <HandleField label="Handle (optional)" suggestion={suggestion} error={error} />
    </div>
  );
}
