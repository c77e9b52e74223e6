import { ActionFailure } from '../../shell/feedback/ActionFailure';
import { type Download, useDownload } from '../account-queries';
import { PendingButton } from '../../ui/PendingButton';
import { Section } from '../../ui/Section';

/** Milliseconds to wait before revoking the object URL, so that the browser has started the download. */
const revokeDelay = 60_000;

export function DownloadData() {
  const { mutateAsync: download, isPending, isSuccess, error } = useDownload();
  return (
    <Section
      heading="Download my data"
      lead="Get one JSON file with all your data: account, profile, posts, comments, likes, sessions and sign-in history (only a hash of each address and browser is stored)."
    >
      {error && !isPending && <ActionFailure message="Your data could not be downloaded" error={error} />}
      <PendingButton className="self-start" onPress={async () => save(await download())}>
        Download my data
      </PendingButton>
      <p role="status" className="sr-only">
        {isPending ? 'Preparing your download' : isSuccess ? 'Your download is ready' : ''}
      </p>
    </Section>
  );
}

/** Starts the download in the browser. */
function save({ name, data }: Download): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(data);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), revokeDelay);
}
