import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Accepts a file dropped anywhere in the window, because the browser would open one that misses its target.
 * @param onDrop receives the first file, and the number of others dropped with it.
 * @returns whether a file is dragged over the window.
 */
export function useDrop(onDrop: (file: File, others: number) => void): boolean {
  const [hovering, setHovering] = useState(false);
  const handleDrop = useEffectEvent(onDrop);

  useEffect(() => {
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setHovering(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setHovering(false);
    };
    const drop = (event: DragEvent) => {
      setHovering(false);
      if (!carriesFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      const [file, ...others] = event.dataTransfer.files;
      if (file) handleDrop(file, others.length);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return hovering;
}
