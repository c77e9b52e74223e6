import { useDownload } from '../../api/account';
import { ActionFailure } from '../../outcomes/ActionFailure';
import { Section } from './Section';

/** Milliseconds after which the browser has surely begun to save a file that was handed to it. */
const handedOver = 60_000;

export function DownloadData() {
  const { mutate: download, isPending, isSuccess, error } = useDownload();

  const onClick = () => {
    if (!isPending) download(undefined, { onSuccess: save });
  };

  return (
    <Section
      heading="Download my data"
      lead="One JSON file with everything of yours: account, profile, posts, comments, likes and sessions, with their dates."
    >
      {error && !isPending && <ActionFailure message="Your data could not be downloaded" error={error} />}
      <button type="button" className="btn self-start" aria-disabled={isPending} onClick={onClick}>
        {isPending && <span className="loading loading-spinner loading-sm" aria-hidden />}
        Download My Data
      </button>
      <p role="status" className="sr-only">
        {isPending ? 'Your data are on their way' : isSuccess ? 'Your data have come' : ''}
      </p>
    </Section>
  );
}

/** Hands the file to the browser, which saves it as it saves any download. */
function save({ name, data }: { name: string; data: Blob }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(data);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), handedOver);
}
