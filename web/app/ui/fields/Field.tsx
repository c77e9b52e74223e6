import {
  type ComponentProps,
  type InputHTMLAttributes,
  type ReactNode,
  type RefObject,
  type TextareaHTMLAttributes,
  useId,
  useRef,
} from 'react';
import { Counter } from './Counter';

export interface FieldProps {
  /** Only if a link leads to the field. */
  id?: string;
  name: string;
  label: string;
  hint?: ReactNode;
  /** The error message of this field, shown instead of the hint. Form removes it when the field changes. */
  error?: string | undefined;
  /** Hides the label from sight, where the place of the field says enough. */
  labelHidden?: boolean;
}

interface FrameProps extends Omit<FieldProps, 'id' | 'name'> {
  id: string;
  required?: boolean | undefined;
  children: ReactNode;
}

/** Label, control, and hint of a field. An error takes the place of the hint, so that a form keeps its height. */
export const Field = ({ label, labelHidden, hint, error, id, required, children }: FrameProps) => (
  <div className="flex min-w-0 flex-col gap-1.5">
    <label htmlFor={id} className={labelHidden ? 'sr-only' : 'self-start font-medium text-sm'}>
      {label}
      {required && <span aria-hidden> *</span>}
    </label>
    {children}
    {error && (
      <p id={`${id}-error`} className="field-note text-danger text-sm">
        {error}
      </p>
    )}
    {hint && !error && (
      <p id={`${id}-hint`} className="field-note text-muted text-sm">
        {hint}
      </p>
    )}
  </div>
);

/** Attributes that connect a control with its Field. */
export function useControl({ id: given, name, hint, error }: Pick<FieldProps, 'id' | 'name' | 'hint' | 'error'>) {
  const own = useId();
  const id = given ?? own;
  const described = error ? `${id}-error` : hint && `${id}-hint`;
  return { id, name, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined };
}

export function TextField({ label, labelHidden, hint, error, ...input }: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  const control = useControl({ ...input, hint, error });
  return (
    <Field {...{ label, labelHidden, hint, error }} id={control.id} required={input.required || !!input['aria-required']}>
      <input type="text" {...input} {...control} className={`input ${input.className ?? ''}`} />
    </Field>
  );
}

interface AreaProps extends FieldProps, TextareaHTMLAttributes<HTMLTextAreaElement> {
  name: string;
  /** Whether to mark the field as required. Defaults to `required`; the only field of a form needs no mark. */
  markRequired?: boolean;
  /** Maximum number of code points that the server accepts. Input is not truncated; a counter shows near the limit. */
  characterLimit?: number;
  /** Whether the server keeps the indentation of the first line. */
  isMarkdown?: boolean;
  /** Grows with the text, from `rows`. */
  grows?: boolean;
  ref?: RefObject<HTMLTextAreaElement | null>;
}

export function TextArea({ label, labelHidden, hint, error, markRequired, characterLimit, isMarkdown, grows, ref, ...area }: AreaProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  const element = ref ?? own;
  const control = useControl({ ...area, hint, error });
  return (
    <Field {...{ label, labelHidden, hint, error }} id={control.id} required={markRequired ?? area.required}>
      <textarea ref={element} {...area} {...control} className={`input ${grows ? 'grows' : ''} ${area.className ?? ''}`} />
      {characterLimit && <Counter field={element} characterLimit={characterLimit} isMarkdown={isMarkdown} />}
    </Field>
  );
}

export function Select({ label, labelHidden, hint, error, children, ...select }: FieldProps & ComponentProps<'select'>) {
  const control = useControl({ ...select, hint, error });
  return (
    <Field {...{ label, labelHidden, hint, error }} id={control.id} required={select.required}>
      <select {...select} {...control} className={`input ${select.className ?? ''}`}>
        {children}
      </select>
    </Field>
  );
}

export function Checkbox({ label, ...input }: { name: string; label: string } & ComponentProps<'input'>) {
  return (
    <label className="tap inline-flex items-center gap-2 self-start">
      <input type="checkbox" {...input} className="checkbox" />
      {label}
    </label>
  );
}
