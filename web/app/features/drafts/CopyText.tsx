import { addAlert } from '../../feedback/alerts';
import { Button } from '../../ui/Button';

/** Copies an unsent text to the clipboard. */
export const CopyText = ({ text }: { text: () => string | Promise<string> }) => (
  <Button size="sm" onClick={() => void copy(text)}>
    Copy text
  </Button>
);

async function copy(read: () => string | Promise<string>): Promise<void> {
  try {
    const text = await read();
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else copySelected(text);
    addAlert('Text copied', 'success');
  } catch {
    addAlert('The text could not be copied', 'danger');
  }
}

/** Copies on a site served over plain HTTP, where pages have no clipboard. */
function copySelected(text: string): void {
  const area = document.createElement('textarea');
  area.value = text;
  (document.activeElement?.closest('dialog, [popover]') ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (!isCopied) throw new Error('The browser refused to copy');
}
