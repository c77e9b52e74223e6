import { ActionFailure } from '../../shell/outcomes/ActionFailure';
import { type Download, useDownload } from '../account-queries';
import { PendingButton } from './PendingButton';
import { Section } from './Section';

/** Milliseconds after which the browser has surely begun to save a file that was handed to it. */
const handedOver = 60_000;

export function DownloadData() {
  const { mutateAsync: download, isPending, isSuccess, error } = useDownload();
  return (
    <Section
      heading="Download my data"
      lead="One JSON file with everything of yours: account, profile, posts, comments, likes, sessions, and where you signed in from (a hash of each address and browser, as nothing else of them is stored)."
    >
      {error && !isPending && <ActionFailure message="Your data could not be downloaded" error={error} />}
      <PendingButton className="btn self-start" onPress={async () => save(await download())}>
        Download My Data
      </PendingButton>
      <p role="status" className="sr-only">
        {isPending ? 'Your data are on their way' : isSuccess ? 'Your data have come' : ''}
      </p>
    </Section>
  );
}

/** Hands the file to the browser, which saves it as it saves any download. */
function save({ name, data }: Download): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(data);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), handedOver);
}
