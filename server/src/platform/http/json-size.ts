/** Limits on the structure of a JSON text. */
export interface JsonLimits {
  values: number;
  depth: number;
}

/** Limits for request bodies. The largest body in the contract has about 600 values. */
export const bodyLimits: JsonLimits = { values: 10_000, depth: 32 };

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = [...'"\\,[]{}'].map((mark) => mark.charCodeAt(0));

/**
 * Returns the limit that a text exceeds, or undefined. Scans the text once without parsing, so that a small text cannot expand to a million objects. Does
 * not check that the text is valid JSON.
 */
export function exceededLimit(text: string, limits: JsonLimits): keyof JsonLimits | undefined {
  let [values, depth] = [1, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === comma) values++;
    else if (code === openList || code === openObject) {
      values++;
      if (++depth > limits.depth) return 'depth';
    } else if (code === closeList || code === closeObject) depth--;
    if (values > limits.values) return 'values';
  }
  return undefined;
}

/** Returns the offset of the quote that ends the string at `start`, or the length of the text. Much faster than looking at each character. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before--;
    if ((end - before) % 2 === 1) return end; // after an even number of backslashes
  }
  return text.length;
}
