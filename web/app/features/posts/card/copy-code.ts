import { addAlert } from '../../../feedback/alerts';

/** Adds a button to each code block of a rendered text that has none. React leaves it alone until the HTML changes. Browsers allow copying only over HTTPS. */
export function addCopyButtons(text: HTMLElement): void {
  if (!navigator.clipboard) return;
  for (const figure of text.querySelectorAll('figure.code:not(:has(.copy))')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.ariaLabel = 'Copy code';
    button.addEventListener('click', () => void copy(figure.querySelector('code')?.textContent ?? ''));
    figure.append(button);
  }
}

async function copy(code: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(code.replace(/\n$/, ''));
    addAlert('Code copied', 'success');
  } catch {
    addAlert('The code could not be copied', 'danger');
  }
}
