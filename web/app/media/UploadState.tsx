/** Progress or error of an upload. The server compresses the image after the last byte, which takes a moment. */
export function UploadState({ progress, error }: { progress: number | undefined; error: string | undefined }) {
  if (error)
    return (
      <p role="alert" className="text-danger text-sm">
        {error}
      </p>
    );
  if (progress === undefined) return null;
  return (
    <p role="status" className="flex items-center gap-3 text-muted text-sm">
      <progress value={progress} aria-label="Upload" className="grow" />
      {progress < 1 ? 'Uploading …' : 'Compressing …'}
    </p>
  );
}
