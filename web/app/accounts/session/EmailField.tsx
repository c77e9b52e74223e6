import { TextField } from '../../ui/Field';

/** The address one signs in or up with, and what else it is good for (spec section 1). */
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
