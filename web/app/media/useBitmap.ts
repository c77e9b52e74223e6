import { useEffect, useState } from 'react';

/** Decodes an image in the browser, turned as its EXIF orientation says. Pages draw it on a canvas, because the CSP allows images of the site only. */
export function useBitmap(file: Blob): { bitmap: ImageBitmap | undefined; error: string | undefined } {
  const [state, setState] = useState<{ bitmap?: ImageBitmap; error?: string }>({});
  useEffect(() => {
    let isCurrent = true;
    createImageBitmap(file).then(
      (bitmap) => isCurrent && setState({ bitmap }),
      () => isCurrent && setState({ error: 'Your browser cannot read this file as an image.' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return { bitmap: state.bitmap, error: state.error };
}
