import { createMedia, fileSize, limits } from '@dev-connector/contract';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { TextArea } from '../../ui/fields/Field';
import { SubmitButton } from '../../ui/fields/SubmitButton';
import { type Picture, type PreparedImage, prepareImage } from './reduce';
import { UploadState } from './UploadState';
import { usePicture } from './usePicture';
import { useUpload } from './useUpload';

/** Maximum width and height of the preview in CSS pixels. */
const previewSize = { width: 368, height: 220 };

interface ImageDialogProps {
  file: File;
  /** Position among the images that are added one after the other, from 1, and how many these are. */
  number: number;
  count: number;
  /** Called with the Markdown of the image. */
  onUploaded: (markdown: string) => void;
  /** Called after the dialog closes, whether or not the image was uploaded. */
  onClose: () => void;
}

/** Asks for the alternative text of an image and uploads it. Closing the dialog cancels the upload. */
export default function ImageDialog({ file, number, count, onUploaded, onClose }: ImageDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { result: prepared, error: decodingError } = usePicture(file, prepareImage);
  const picture = prepared?.picture;
  const [alt, setAlt] = useState('');
  const { send, progress, error } = useUpload(createMedia);

  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (canvas.current && context && picture) context.drawImage(picture, 0, 0, canvas.current.width, canvas.current.height);
  }, [picture]);

  async function submit() {
    if (!prepared) return;
    const media = await send({ file: prepared.file, alt });
    if (!media) return;
    dialog.current?.close(); // first, because the page behind a modal dialog is inert
    onUploaded(`![${textOf(alt)}](${media.url})`);
  }

  return (
    <Dialog ref={dialog} title={count > 1 ? `Add image ${number} of ${count}` : 'Add an image'} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation(); // the composer around the dialog is a form too
          if (progress === undefined) void submit();
        }}
      >
        {picture && <canvas ref={canvas} {...sizeOf(picture)} aria-hidden className="mx-auto max-w-full rounded-lg border border-line" />}
        <TextArea
          name="alt"
          label="Alternative text"
          rows={2}
          value={alt}
          characterLimit={limits.mediaAlt}
          hint="Describe the image to people who cannot see it. Leave it empty if the text says it all."
          onChange={({ currentTarget }) => setAlt(currentTarget.value)}
        />
        {prepared?.change && <Change {...prepared.change} />}
        <UploadState preparing={!prepared && !decodingError} progress={progress} error={decodingError ?? error} />
        <div className="flex justify-end gap-2">
          <Button onClick={() => dialog.current?.close()}>Cancel</Button>
          <SubmitButton pending={progress !== undefined || (!prepared && !decodingError)}>Add image</SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}

/** The sizes of an image before and after it was reduced or converted. */
const Change = ({ from, to }: NonNullable<PreparedImage['change']>) => (
  <p role="status" className="text-center text-muted text-sm">
    {to.bytes < from.bytes ? 'Reduced' : 'Converted'}: {fileSize(from.bytes)} → {fileSize(to.bytes)}, {from.width} × {from.height} →{' '}
    {to.width} × {to.height}
  </p>
);

/** Escapes the characters that would end the alternative text in Markdown. */
const textOf = (alt: string): string =>
  alt
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\[\]`*_<&!]/g, '\\$&');

function sizeOf({ width, height }: Picture) {
  const scale = Math.min(previewSize.width / width, previewSize.height / height, 1);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
