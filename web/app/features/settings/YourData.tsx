import { fileSize, limits } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ActionFailure } from '../../feedback/ActionFailure';
import { PendingButton } from '../../ui/PendingButton';
import { Section } from '../../ui/Section';
import { storageQuery, useDownload } from '../accounts/account-queries';

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
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          <dt className="text-muted">Stored</dt>
          <dd>
            {fileSize(stored.texts + stored.images)} of {fileSize(limits.storageBytes)}: {fileSize(stored.texts)} of texts,{' '}
            {fileSize(stored.images)} of images
          </dd>
          <dt className="text-muted">Last 24 hours</dt>
          <dd>
            {fileSize(stored.day)} of {fileSize(limits.storageDayBytes)}
          </dd>
        </dl>
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
