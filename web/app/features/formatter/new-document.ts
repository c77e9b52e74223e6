/* Opens a text as another document, in a new tab, which asks for the text when it has loaded. */

/** Start of the fragment of the new tab's URL, before the name of the channel. */
const fragment = '#document=';

/** Opens a new tab. Must be called in the event of a click. `read` returns no value if the text is too large. @returns the notice for the user. */
export async function openDocument(read: () => Promise<{ value?: Blob }>): Promise<string> {
  const name = `document-${Date.now()}-${Math.random()}`;
  const channel = new BroadcastChannel(name);
  const result = read();
  channel.onmessage = async () => {
    channel.postMessage((await result).value);
    channel.close();
  };
  const tab = window.open(`${location.pathname}${location.search}${fragment}${name}`);
  if (!tab) {
    channel.close();
    return 'The browser blocked the new tab. Allow pop-ups.';
  }
  if ((await result).value) return 'Opened in a new tab.';
  tab.close();
  return 'Too large for a new tab.';
}

/** Receives the text if this tab was opened for one. */
export function receiveDocument(onText: (text: Blob) => void): () => void {
  if (!location.hash.startsWith(fragment)) return () => {};
  const channel = new BroadcastChannel(location.hash.slice(fragment.length));
  channel.onmessage = ({ data }: MessageEvent<Blob>) => {
    history.replaceState(history.state, '', location.pathname + location.search); // the text is not available after a reload
    channel.close();
    onText(data);
  };
  channel.postMessage('ready');
  return () => channel.close();
}
