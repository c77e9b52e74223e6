import { Link } from 'react-router';
import { ActionFailure } from '../../feedback/ActionFailure';
import { SubmitButton } from '../../ui/fields/SubmitButton';

/** Ends a form of the profile with its buttons, which stay in view. `failure`: the error of the last attempt. */
export const FormActions = ({ pending, failure }: { pending: boolean; failure: unknown }) => (
  <div className="form-actions">
    {failure !== null && !pending && <ActionFailure message="Profile could not be saved" error={failure} />}
    <div className="flex flex-wrap gap-2">
      <SubmitButton pending={pending}>Submit</SubmitButton>
      <Link to="/dev/dashboard" className="btn">
        Go Back
      </Link>
    </div>
  </div>
);
