import { TextField } from '../../../ui/fields/Field';

/** E-mail field of the login and registration forms. */
export const EmailField = ({ autoComplete, error }: { autoComplete: 'email' | 'username'; error: string | undefined }) => (
  <TextField
    name="email"
    type="email"
    label="Email Address"
    autoComplete={autoComplete}
    error={error}
    hint="This site uses Gravatar, so if you want a profile image, use an email registered there"
  />
);
