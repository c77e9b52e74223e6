import { limits, megabytes } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ActionFailure } from '../../shell/feedback/ActionFailure';
import { PendingButton } from '../../ui/PendingButton';
import { Section } from '../../ui/Section';
import { storageQuery, useDownload } from '../account-queries';

/** Export of everything, and the way to the import of a résumé. */
export function YourData() {
  const { mutateAsync: download, isPending, isSuccess, error } = useDownload();
  const { data: stored } = useQuery(storageQuery);
  return (
    <Section
      id="data"
      heading="Your data"
      lead="Get one JSON file with all your data: account, profile, posts, comments, likes, sessions and sign-in history (only a hash of each address and browser is stored)."
    >
      {stored && (
        <p>
          Your texts take up {megabytes(stored.texts)} and your images {megabytes(stored.images)} of {megabytes(limits.storageBytes)};{' '}
          {megabytes(stored.day)} of {megabytes(limits.storageDayBytes)} in the last 24 hours.
        </p>
      )}
      {error && !isPending && <ActionFailure message="Your data could not be downloaded" error={error} />}
      <div className="flex flex-wrap gap-2">
        <PendingButton onPress={download}>Download my data</PendingButton>
        <Link to="/dev/edit-profile#import" className="btn">
          Import a JSON Resume
        </Link>
      </div>
      <p role="status" className="sr-only">
        {isPending ? 'Preparing your download' : isSuccess ? 'Your download is ready' : ''}
      </p>
    </Section>
  );
}
