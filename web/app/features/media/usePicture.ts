import { useEffect, useState } from 'react';
import { discard, ImageProblem, type Picture } from './reduce';

/** Prepares a file when it changes. Returns nothing while it is being prepared. Leaving the component cancels it and frees the picture. */
export function usePicture<Result extends { picture: Picture | undefined }>(
  file: Blob,
  prepare: (file: Blob, signal: AbortSignal) => Promise<Result>,
): { result: Result | undefined; error: string | undefined } {
  const [state, setState] = useState<{ result?: Result; error?: string }>({});
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    async function run() {
      try {
        const result = await prepare(file, signal);
        signal.addEventListener('abort', () => result.picture && discard(result.picture));
        setState({ result });
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ImageProblem)) reportError(error);
        setState({ error: error instanceof ImageProblem ? error.message : 'Your browser cannot read this file as an image.' });
      }
    }
    void run();
    return () => controller.abort();
  }, [file, prepare]);
  return { result: state.result, error: state.error };
}
