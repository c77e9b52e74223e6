interface UploadStateProps {
  /** Whether the browser decodes and reduces the image. */
  preparing: boolean;
  progress: number | undefined;
  error: string | undefined;
}

/** Progress or error of an upload. The server compresses the image after the last byte, which takes a moment. */
export function UploadState({ preparing, progress, error }: UploadStateProps) {
  if (error)
    return (
      <p role="alert" className="text-danger text-sm">
        {error}
      </p>
    );
  if (!preparing && progress === undefined) return null;
  return (
    <p role="status" className="flex items-center gap-3 text-muted text-sm">
      <progress value={progress} aria-label={preparing ? 'Preparation' : 'Upload'} className="grow" />
      {preparing ? 'Reducing …' : progress !== undefined && progress < 1 ? 'Uploading …' : 'Compressing …'}
    </p>
  );
}
