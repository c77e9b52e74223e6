/** Milliseconds to wait before revoking the object URL, so that the browser has started the download: a dialog may ask for its place. */
const revokeDelay = 60_000;

/** Lets the browser save a file. */
export function saveFile(name: string, data: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(data);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), revokeDelay);
}
