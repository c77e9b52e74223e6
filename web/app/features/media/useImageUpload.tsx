import { ImagePlus } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part';
import { ChooseImages } from './ChooseImages';

const ImageDialog = lazyPart(async () => (await import('./ImageDialog')).default);

const empty = { files: [], index: 0 };

/**
 * Pasted, dropped and chosen images of a composer. A dialog asks for the alternative text of each and uploads it; then `insert` gets its Markdown. The text of the
 * composer is not touched before.
 */
export function useImageUpload({ insert }: { insert: (markdown: string) => void }) {
  const [{ files, index }, setQueue] = useState<{ files: File[]; index: number }>(empty);
  const file = files[index];
  const add = (added: Iterable<File>) => setQueue(({ files, index }) => ({ files: [...files, ...added], index }));
  const next = () => setQueue(({ files, index }) => (index + 1 < files.length ? { files, index: index + 1 } : empty));

  return {
    onPaste(event: ClipboardEvent) {
      const { files, types } = event.clipboardData;
      if (files.length === 0 || types.includes('text/plain')) return; // a spreadsheet offers its cells as text and as a picture
      event.preventDefault();
      add(files);
    },
    onDrop(event: DragEvent) {
      if (event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      add(event.dataTransfer.files);
    },
    onDragOver(event: DragEvent) {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault();
    },
    /** Opens the file picker; for the toolbar. */
    button: <ChooseImages label="Add images" icon={<ImagePlus />} multiple onChoose={add} />,
    /** Dialog of the image that is being added. Render it outside the form. */
    dialog: file && <ImageDialog key={index} file={file} number={index + 1} count={files.length} onUploaded={insert} onClose={next} />,
  };
}
