import { useCallback, useState } from 'react';
import { withoutHidden } from './hidden';

interface AvatarProps {
  name: string;
  src?: string;
  size: 24 | 40 | 64 | 128;
  /** Loads the image when it comes near the viewport; for lists. */
  lazy?: boolean;
}

/** Avatar image over the initials, which show if there is no image or it fails to load. */
export function Avatar({ name, src, size, lazy = false }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  // An image of a server-rendered page may have failed before hydration attached `onError`.
  const check = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setBroken(image.src);
  }, []);
  return (
    <span aria-hidden className={`portrait ${hueOf(name)} ${sizes[size]}`}>
      {initials(name)}
      {src && src !== broken && <img ref={check} src={src} alt="" loading={lazy ? 'lazy' : undefined} onError={() => setBroken(src)} />}
    </span>
  );
}

const sizes = { 24: 'size-6 text-[0.625rem]', 40: 'size-10 text-sm', 64: 'size-16 text-xl', 128: 'size-32 text-4xl' };

function initials(name: string): string {
  const words = withoutHidden(name)
    .split(/[\s-]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('') || '?';
}

const hues = [
  'bg-sky-100 text-sky-900 dark:bg-sky-950 dark:text-sky-200',
  'bg-violet-100 text-violet-900 dark:bg-violet-950 dark:text-violet-200',
  'bg-emerald-100 text-emerald-900 dark:bg-emerald-950 dark:text-emerald-200',
  'bg-amber-100 text-amber-900 dark:bg-amber-950 dark:text-amber-200',
  'bg-rose-100 text-rose-900 dark:bg-rose-950 dark:text-rose-200',
  'bg-teal-100 text-teal-900 dark:bg-teal-950 dark:text-teal-200',
];

/** Returns the same colour for the same name. */
function hueOf(name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hues[sum % hues.length] ?? '';
}
