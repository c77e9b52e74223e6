/** How much structure a JSON text may have. */
export interface JsonLimits {
  values: number;
  depth: number;
}

/** What a client may send as a request body. The largest that the contract describes has about 600 values. */
export const bodyLimits: JsonLimits = { values: 10_000, depth: 32 };

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = [...'"\\,[]{}'].map((mark) => mark.charCodeAt(0));

/**
 * The limit that a text exceeds, or undefined. Reads it once, without parsing it, so that a small text cannot become a million objects. A text that is not
 * JSON passes where it stays within the limits.
 */
export function exceededLimit(text: string, limits: JsonLimits): keyof JsonLimits | undefined {
  let [values, depth, inString] = [1, 0, false];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === backslash) at++;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (code === comma) values++;
    else if (code === openList || code === openObject) {
      values++;
      if (++depth > limits.depth) return 'depth';
    } else if (code === closeList || code === closeObject) depth--;
    if (values > limits.values) return 'values';
  }
  return undefined;
}
