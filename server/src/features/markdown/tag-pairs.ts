import type { StateCore, Token } from 'markdown-it';

/** An HTML tag of a text, as a token that stands for itself until its partner is found. */
export interface Tag {
  name: string;
  /** As written. */
  source: string;
  isEnd: boolean;
  partner?: Token;
}

export const tagOf = (token: Token | undefined): Tag | undefined => token?.meta?.html as Tag | undefined;

/** Levels of nested HTML elements. Further start tags stay text. */
const maxNesting = 32;

/**
 * Sets the partner of each start tag and end tag that form an element. An element never crosses another one, of HTML or of Markdown: a tag that would has no partner.
 * Takes linear time, because each start tag is added and removed once.
 */
export function pairTags(tokens: Token[]): void {
  let [open, depth]: [Token[], number] = [[], 0];
  const outer: Token[][] = [];
  for (const token of tokens) {
    const tag = tagOf(token);
    if (!tag) {
      if (token.nesting === 1) {
        outer.push(open);
        open = [];
      } else if (token.nesting === -1) {
        depth -= open.length;
        open = outer.pop() ?? [];
      }
    } else if (!tag.isEnd) {
      if (depth >= maxNesting) continue;
      open.push(token);
      depth++;
    } else {
      const index = open.findLastIndex((start) => tagOf(start)?.name === tag.name); // at most `maxNesting` tags
      const start = open[index];
      if (!start) continue;
      depth -= open.length - index;
      open.length = index;
      tag.partner = start;
      (tagOf(start) as Tag).partner = token;
    }
  }
}

/** The tokens of a paragraph. */
export function paragraph(content: string, { Token }: StateCore): [Token, Token, Token] {
  const [open, inline, close] = [new Token('paragraph_open', 'p', 1), new Token('inline', '', 0), new Token('paragraph_close', 'p', -1)];
  open.block = true;
  close.block = true;
  inline.content = content.trim();
  inline.children = [];
  return [open, inline, close];
}
