import { createFormatter } from '@dev-connector/json';

/** Bytes to be formatted until the browser has compiled the kernel well; it begins with code that is quick to make and slow to run. */
const enough = 1024 * 1024;

/** A little of everything that the kernel has a path for. */
const sample = {
  records: Array.from({ length: 400 }, (_, id) => ({ id, name: `record ${id}`, score: id / 7, on: true, none: null, list: [id, [], {}] })),
  texts: Array.from({ length: 100 }, (_, id) => ({
    long: 'longer than a register '.repeat(id % 9),
    escaped: '"\\\n\u0001'.repeat(20),
    other: 'Grüße, мир, 世界 😀 '.repeat(9),
  })),
};

/** Formats for nothing, so that the first text is formatted as fast as any other. */
export function warmUp(): void {
  const text = new TextEncoder().encode(JSON.stringify(sample));
  for (const verify of [false, true]) {
    for (let formatted = 0; formatted < enough; formatted += text.length) {
      const formatter = createFormatter({ verify, onRows: () => {} });
      formatter.push(text);
      formatter.end();
    }
  }
}
