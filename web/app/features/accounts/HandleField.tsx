import { handleDays, isHandle, limits } from '@dev-connector/contract';
import { type ReactNode, useState } from 'react';
import { Link, useRouteLoaderData } from 'react-router';
import { Field, useControl } from '../../ui/fields/Field';
import { type ShellData, shellRoute } from '../site/site';

interface HandleFieldProps {
  label: string;
  /** The handle of the member. */
  current?: string | undefined;
  /** The handle that a member without one gets. */
  suggestion?: string | undefined;
  error: string | undefined;
}

/** Field for a handle. Shows the address that it gives to the profile. */
export function HandleField({ label, current, suggestion, error }: HandleFieldProps) {
  const host = useRouteLoaderData<ShellData>(shellRoute)?.origin.replace(/^https?:\/\//, '');
  const [typed, setTyped] = useState(current ?? '');
  const handle = typed || suggestion;
  const address = handle && isHandle(handle) && <span className="text-ink">{`${host}/dev/@${handle}`}</span>;
  const hint = address ? hintFor(address, handle, current) : `Your @name: ${limits.handleMin} to ${limits.handle} letters, digits, hyphens`;
  const control = useControl({ name: 'handle', hint, error });

  return (
    <Field label={label} hint={hint} error={error} id={control.id}>
      <div className="relative">
        <span aria-hidden className="absolute inset-y-0 start-3 content-center text-muted">
          @
        </span>
        <input
          type="text"
          {...control}
          defaultValue={current}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={suggestion}
          className="input ps-7.5"
          onInput={({ currentTarget: input }) => {
            if (input.value.startsWith('@')) input.value = input.value.slice(1);
            setTyped(input.value);
          }}
        />
      </div>
    </Field>
  );
}

function hintFor(address: ReactNode, handle: string, current: string | undefined): ReactNode {
  if (current === undefined) return <>Your profile will be at {address}</>;
  if (handle.toLowerCase() !== current.toLowerCase())
    return (
      <>
        Your profile moves to {address}. The address with @{current} leads there for {handleDays} days.
      </>
    );
  return (
    <>
      Your profile is at{' '}
      <Link to={`/dev/@${current}`} className="link">
        {address}
      </Link>
    </>
  );
}
