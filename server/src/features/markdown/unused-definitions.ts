import type { StateCore, Token } from 'markdown-it';
import { isLinkable } from './addresses.ts';
import { paragraph } from './tag-pairs.ts';

interface Definition {
  title: string;
  href: string;
}

/** Definitions that no link has used yet, by label. */
type Unused = Map<string, Token>;

/** Parser rule, after the blocks: keeps definitions such as `[10:30]: started`, which may be meant as text, until a link uses them. */
export function watchDefinitions({ tokens, env }: StateCore): void {
  const { references = {} } = env as { references?: Record<string, Definition> };
  const unused: Unused = new Map();
  for (const token of tokens) {
    const label = String(token.meta?.label);
    const definition = token.type === 'reference_definition' ? references[label] : undefined;
    if (!definition || unused.has(label) || isLinkable(definition.href) || definition.href.startsWith('#')) continue;
    unused.set(label, token);
    token.type = 'unused_definition';
    const { title, href } = definition;
    references[label] = {
      title,
      get href() {
        unused.delete(label);
        return href;
      },
    };
  }
  (env as { unused?: Unused }).unused = unused;
}

/** Parser rule, after the inline rules: makes paragraphs of the definitions that no link has used. */
export function restoreDefinitions(state: StateCore): void {
  const { unused, references = {} } = state.env as { unused: Unused; references?: Record<string, Definition> };
  if (!state.tokens.some(({ type }) => type === 'unused_definition')) return;
  for (const label of unused.keys()) delete references[label];
  const lines = state.src.split('\n');
  state.tokens = state.tokens.flatMap((token) => {
    if (token.type !== 'unused_definition') return [token];
    if (unused.get(String(token.meta?.label)) !== token) return [];
    const source = lines
      .slice(...(token.map ?? []))
      .map((line) => line.replace(/^[\s>]*/, ''))
      .join('\n');
    const tokens = paragraph(source, state);
    const [, { content, children }] = tokens;
    state.md.inline.parse(content, state.md, state.env, children ?? []);
    return tokens;
  });
}
