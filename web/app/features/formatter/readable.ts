/** Formats a number of bytes, such as `1.5 MB`. */
export function readableSize(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const units = ['KB', 'MB', 'GB'];
  let size = bytes / 1000;
  let unit = 0;
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${size < 9.95 ? size.toFixed(1) : Math.round(size)} ${units[unit]}`;
}

export function readableTime(milliseconds: number): string {
  if (milliseconds < 1) return 'less than 1 ms';
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
