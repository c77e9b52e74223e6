import { Share2 } from 'lucide-react';
import { addAlert } from '../../../feedback/alerts';
import { IconButton } from '../../../ui/Button';

/** Shares the address of a post: with the dialog of a phone, elsewhere through the clipboard. Browsers offer both only over HTTPS. */
export function ShareButton({ path }: { path: string }) {
  if (!window.isSecureContext) return;
  return (
    <IconButton size="sm" label="Share" className="text-muted" data-action="share" onClick={() => void share(location.origin + path)}>
      <Share2 />
    </IconButton>
  );
}

async function share(url: string): Promise<void> {
  const device = navigator as { share?: (data: { url: string }) => Promise<void> };
  try {
    if (device.share && matchMedia('(pointer: coarse)').matches) return await device.share({ url });
    await navigator.clipboard.writeText(url);
    addAlert('Link copied', 'success');
  } catch (error) {
    const isCancelled = error instanceof DOMException && error.name === 'AbortError';
    if (!isCancelled) addAlert(`The link could not be copied: ${url}`, 'danger');
  }
}
