import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, type TextareaHTMLAttributes, useId, useRef } from 'react';
import { Counter } from './Counter';

interface Common {
  name: string;
  label: string;
  hint?: ReactNode;
  /** The server's error message for this field. */
  error?: string | undefined;
}

/** Label, control, error and hint of a field. */
function Frame({
  label,
  hint,
  error,
  id,
  required,
  children,
}: Common & { id: string; required?: boolean | undefined; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
        {required && <span aria-hidden> *</span>}
      </label>
      {children}
      {error && (
        <p id={`${id}-error`} className="text-error text-sm">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="muted text-sm">
          {hint}
        </p>
      )}
    </div>
  );
}

function useControl({ name, hint, error }: Common) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return { id, name, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined };
}

export function TextField({ label, hint, error, ...input }: Common & InputHTMLAttributes<HTMLInputElement>) {
  const control = useControl({ name: input.name, label, hint, error });
  return (
    <Frame name={input.name} label={label} hint={hint} error={error} id={control.id} required={input.required || !!input['aria-required']}>
      <input type="text" {...input} {...control} className={`input w-full text-base ${error ? 'input-error' : ''}`} />
    </Frame>
  );
}

interface AreaProps extends Common, TextareaHTMLAttributes<HTMLTextAreaElement> {
  name: string;
  /** Whether to mark the field as required. Defaults to `required`; the only field of a form needs no mark. */
  markRequired?: boolean;
  /** Maximum number of code points that the server accepts. Input is not truncated; a counter shows near the limit. */
  characterLimit?: number;
}

export function TextArea({ label, hint, error, markRequired, characterLimit, ...area }: AreaProps) {
  const element = useRef<HTMLTextAreaElement>(null);
  const control = useControl({ name: area.name, label, hint, error });
  return (
    <Frame name={area.name} label={label} hint={hint} error={error} id={control.id} required={markRequired ?? area.required}>
      <textarea ref={element} {...area} {...control} className={`textarea w-full text-base ${error ? 'textarea-error' : ''}`} />
      {characterLimit && <Counter field={element} characterLimit={characterLimit} />}
    </Frame>
  );
}

export function Select({ label, hint, error, children, ...select }: Common & SelectHTMLAttributes<HTMLSelectElement>) {
  const control = useControl({ name: select.name, label, hint, error });
  return (
    <Frame name={select.name} label={label} hint={hint} error={error} id={control.id} required={select.required}>
      <select {...select} {...control} className={`select w-full text-base ${error ? 'select-error' : ''}`}>
        {children}
      </select>
    </Frame>
  );
}
