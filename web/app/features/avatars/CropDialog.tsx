import { limits, updateAvatar } from '@dev-connector/contract';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { openPicture } from '../media/reduce';
import { UploadState } from '../media/UploadState';
import { usePicture } from '../media/usePicture';
import { useUpload } from '../media/useUpload';
import { type Crop, drawCrop, maxZoom, moveCrop, wholeSquare } from './crop';

/** Pixels of the preview on the screen. */
const previewSide = 288;

interface CropDialogProps {
  file: File;
  /** Called after the picture is saved. */
  onSaved: () => void;
  onClose: () => void;
}

/** Cuts a square from an image, by dragging it or with the sliders, and uploads it as the member's picture. */
export default function CropDialog({ file, onSaved, onClose }: CropDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { result, error: decodingError } = usePicture(file, openPicture);
  const picture = result?.picture;
  const [crop, setCrop] = useState(wholeSquare);
  const { send, progress, error } = useUpload(updateAvatar);

  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (canvas.current && picture) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);

  function onPointerMove({ buttons, movementX, movementY }: PointerEvent) {
    if (picture && buttons === 1) setCrop((crop) => moveCrop(picture, crop, -movementX / previewSide, -movementY / previewSide));
  }

  async function save() {
    if (!picture) return;
    const square = document.createElement('canvas');
    square.width = square.height = limits.avatarSide;
    drawCrop(square, picture, crop);
    const blob = await new Promise<Blob | null>((resolve) => square.toBlob(resolve, 'image/jpeg', 0.95));
    if (!blob || !(await send({ file: blob }))) return;
    onSaved();
    dialog.current?.close();
  }

  return (
    <Dialog
      ref={dialog}
      title="Your picture"
      lead="Drag to position your picture."
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => dialog.current?.close()}>Cancel</Button>
          <Button variant="primary" pending={progress !== undefined} aria-disabled={!picture} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col items-center gap-4">
        <canvas
          ref={canvas}
          width={previewSide * 2}
          height={previewSide * 2}
          role="img"
          aria-label="Your picture as it will look"
          className="crop"
          onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
          onPointerMove={onPointerMove}
        />
        <div className="flex w-full flex-col gap-2">
          <Slider label="Zoom" min={1} max={maxZoom} value={crop.zoom} onChange={(zoom) => setCrop({ ...crop, zoom })} />
          <Slider label="Left or right" max={1} value={crop.x} onChange={(x) => setCrop({ ...crop, x })} />
          <Slider label="Up or down" max={1} value={crop.y} onChange={(y) => setCrop({ ...crop, y })} />
        </div>
        <UploadState preparing={!picture && !decodingError} progress={progress} error={decodingError ?? error} />
      </div>
    </Dialog>
  );
}

interface SliderProps {
  label: string;
  min?: number;
  max: number;
  value: Crop[keyof Crop];
  onChange: (value: number) => void;
}

const Slider = ({ label, min = 0, max, value, onChange }: SliderProps) => (
  <label className="grid grid-cols-[6.5rem_1fr] items-center gap-3 text-sm">
    {label}
    <input
      type="range"
      min={min}
      max={max}
      step={(max - min) / 100}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
    />
  </label>
);
