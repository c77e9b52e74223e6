import { TextField } from '../../../ui/fields/Field';

interface EmailFieldProps {
  autoComplete: 'email' | 'username';
  error: string | undefined;
  hint?: string;
}

/** E-mail field of the login and registration forms. */
export const EmailField = (props: EmailFieldProps) => <TextField name="email" type="email" label="Email Address" {...props} />;
