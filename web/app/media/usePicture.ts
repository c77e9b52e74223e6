import { useEffect, useState } from 'react';
import { ImageProblem } from './reduce';

/** Prepares a file when it changes. Returns nothing while it is being prepared. */
export function usePicture<Result>(
  file: Blob,
  prepare: (file: Blob) => Promise<Result>,
): { result: Result | undefined; error: string | undefined } {
  const [state, setState] = useState<{ result?: Result; error?: string }>({});
  useEffect(() => {
    let isCurrent = true;
    prepare(file).then(
      (result) => isCurrent && setState({ result }),
      (error) => {
        if (!(error instanceof ImageProblem)) reportError(error);
        if (isCurrent)
          setState({ error: error instanceof ImageProblem ? error.message : 'Your browser cannot read this file as an image.' });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [file, prepare]);
  return { result: state.result, error: state.error };
}
