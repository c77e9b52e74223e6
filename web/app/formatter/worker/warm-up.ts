import { createFormatter } from '@dev-connector/json';

/** Bytes to format before the browser has replaced the kernel's baseline code with optimised code. */
const warmUpBytes = 1024 * 1024;

/** Covers every path of the kernel. */
const sample = {
  records: Array.from({ length: 400 }, (_, id) => ({ id, name: `record ${id}`, score: id / 7, on: true, none: null, list: [id, [], {}] })),
  texts: Array.from({ length: 100 }, (_, id) => ({
    long: 'longer than a register '.repeat(id % 9),
    escaped: '"\\\n\u0001'.repeat(20),
    other: 'Grüße, мир, 世界 😀 '.repeat(9),
  })),
};

/** Formats sample texts, so that the kernel is optimised before the first real text. */
export function warmUp(): void {
  const text = new TextEncoder().encode(JSON.stringify(sample));
  for (const verify of [false, true]) {
    for (let formatted = 0; formatted < warmUpBytes; formatted += text.length) {
      const formatter = createFormatter({ verify, onRows: () => {} });
      formatter.push(text);
      formatter.end();
    }
  }
}
