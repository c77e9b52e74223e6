/** Splits a comma-separated list. Keeps the first of entries that differ only in case. */
export function splitTokens(text: string): string[] {
  const seen = new Set<string>();
  return text
    .split(',')
    .map((token) => token.trim())
    .filter((token) => token !== '' && !seen.has(token.toLowerCase()) && seen.add(token.toLowerCase()));
}

/** Moves the entry at `from` to `to`. */
export function moveToken(tokens: string[], from: number, to: number): string[] {
  const moved = tokens.toSpliced(from, 1);
  moved.splice(to, 0, tokens[from] as string);
  return moved;
}
