import { markHidden, withLineFeeds } from '@dev-connector/contract';
import { type Html, html } from '../../platform/http/html.ts';

/** Renders a plain text: escapes it and marks hidden characters. The style sheet keeps line breaks. */
export function plainHtml(text: string): string {
  const parts = markHidden<Html>(withLineFeeds(text), hiddenMark);
  return html`<p class="plain">${parts}</p>`.text;
}

/** One mark for a run of hidden characters, as web/app/ui/UserText.tsx shows it. */
export function hiddenMark([first = '', ...others]: string[]): Html {
  const label = others.length > 0 ? `${others.length + 1} hidden characters, ${first} first` : `Hidden character ${first}`;
  const more = others.length > 0 && ` +${others.length}`;
  return html`<span role="img" aria-label="${label}" title="${label}" class="hidden-mark">${first}${more}</span>`;
}
