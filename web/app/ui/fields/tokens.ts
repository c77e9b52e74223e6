/** Trims tokens. Drops empty ones, and keeps the first of those that differ only in case. */
export function tidyTokens(tokens: string[]): string[] {
  const seen = new Set<string>();
  return tokens
    .map((token) => token.trim())
    .filter((token) => token !== '' && !seen.has(token.toLowerCase()) && seen.add(token.toLowerCase()));
}

/** Moves the entry at `from` to `to`. */
export function moveToken(tokens: string[], from: number, to: number): string[] {
  const moved = tokens.toSpliced(from, 1);
  moved.splice(to, 0, tokens[from] as string);
  return moved;
}
