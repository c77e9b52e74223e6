import type { Endpoint, Reply } from '@dev-connector/contract';
import { useEffect, useRef, useState } from 'react';
import { RequestError } from '../../api/client';
import { upload } from './upload';

/** An upload at a time, with its progress and error for the screen. Leaving the component cancels it. */
export function useUpload<const E extends Endpoint>(endpoint: E) {
  const current = useRef<AbortController>(undefined);
  const [progress, setProgress] = useState<number>();
  const [error, setError] = useState<string>();
  useEffect(() => () => current.current?.abort(), []);

  /** Returns undefined if the upload fails or is cancelled. */
  async function send(fields: { file: Blob; alt?: string }): Promise<Reply<E> | undefined> {
    const controller = new AbortController();
    current.current = controller;
    setError(undefined);
    setProgress(0);
    try {
      return await upload(endpoint, fields, { signal: controller.signal, onProgress: setProgress });
    } catch (error) {
      if (controller.signal.aborted) return undefined;
      if (!(error instanceof RequestError)) throw error;
      setError(error.message);
      return undefined;
    } finally {
      setProgress(undefined);
    }
  }

  return { send, cancel: () => current.current?.abort(), progress, error, setError };
}
