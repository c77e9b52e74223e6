import { limits, mediaPath, withLineFeeds, withoutHidden } from '@dev-connector/contract';
import type { Env, MarkdownIt, Token } from 'markdown-it';
import { codeBlock, highlightFences } from './code.ts';
import { footnoteId, type HeadingLink, nameHeadings } from './headings.ts';
import { imageHtml } from './image.ts';
import { type ImageSizes, levels, type MarkdownTask } from './level.ts';
import { attribute, secureLinks } from './links.ts';
import { linkMentions } from './mentions.ts';
import { createParser } from './parser.ts';
import { plainHtml } from './plain.ts';
import { sanitize } from './sanitizer.ts';
import { linkTags } from './tags.ts';

/** Environment of one rendering. */
interface RenderEnv extends Env {
  /** The code with colours; undefined where the HTML must be short. */
  highlighted: Map<Token, string> | undefined;
  sizes: ImageSizes;
}

/** Block and inline tokens of a text. One with more, such as a table of 10,000 rows, is shown as plain text, because rendering would take too long. */
const maxTokens = 20_000;

/** Renders Markdown at a level, or at the first one after it whose HTML fits `limits.html`. Plain HTML always fits. */
export function renderMarkdown({ text: source, level: from, sizes }: MarkdownTask): string {
  const text = withLineFeeds(source);
  const env: RenderEnv = { highlighted: undefined, sizes };
  const tokens = from === 'plain' ? [] : parser.parse(text, env);
  if (from === 'plain' || tokens.reduce((sum, { children }) => sum + 1 + (children?.length ?? 0), 0) > maxTokens) return plainHtml(text);
  for (const level of levels.slice(levels.indexOf(from), -1)) {
    env.highlighted = level === 'highlighted' ? highlightFences(tokens) : undefined;
    const rendered = parser.renderer.render(tokens, parser.options, env);
    const html = rendered.length <= limits.html ? sanitize(rendered) : undefined;
    if (html !== undefined && Buffer.byteLength(html) <= limits.html) return html;
    if (!tokens.some(({ type }) => type === 'fence')) break; // the next level would be the same
  }
  return plainHtml(text);
}

/** Starts with `h3`, below the headings of the page, and skips no level: a heading is one level below the nearest earlier one with fewer `#`. */
function setHeadingLevels(tokens: Token[]): void {
  const above: string[] = [];
  for (const token of tokens) {
    if (token.type === 'heading_open') {
      while ((above.at(-1) ?? '') >= token.tag) above.pop();
      above.push(token.tag);
    }
    if (token.type === 'heading_open' || token.type === 'heading_close') token.tag = `h${Math.min(6, above.length + 2)}`;
  }
}

/** Blocks whose marks and columns follow the direction of their text. The style sheet gives each paragraph its own. */
const directed = new Set(['bullet_list_open', 'ordered_list_open', 'blockquote_open', 'block_html_open']);

const parser = withRules(createParser());
const { escapeHtml } = parser.utils;

function withRules(md: MarkdownIt): MarkdownIt {
  md.core.ruler.before('text_join', 'tags', linkTags); // escaped characters are still separate tokens
  md.core.ruler.before('text_join', 'mentions', linkMentions);
  md.core.ruler.before('text_join', 'anchors', nameHeadings); // emoji still have their short codes
  md.core.ruler.push('links', secureLinks);
  md.core.ruler.push('headings', ({ tokens }) => setHeadingLevels(tokens));
  md.core.ruler.push('attributes', ({ tokens }) => {
    for (const token of tokens) {
      const align = /^text-align:(left|center|right)$/.exec(attribute(token, 'style'))?.[1];
      if (align) token.attrs = [['class', `align-${align}`]];
      if (directed.has(token.type) && token.tag !== 'summary') token.attrSet('dir', 'auto');
      let isLinked = false;
      for (const child of token.children ?? []) {
        if (child.attrGet('title') !== null) child.attrSet('title', withoutHidden(attribute(child, 'title')));
        if (child.type === 'link_open' || child.type === 'link_close') isLinked = child.type === 'link_open';
        if (child.type === 'image') child.meta = { isLinked };
      }
    }
  });
  const { renderer } = md;
  const { rules } = renderer;
  const rule = (type: string, render: (token: Token, env: RenderEnv, tokens: Token[], index: number) => string) => {
    rules[type] = (tokens, index, _options, env) => render(tokens[index] as Token, env as RenderEnv, tokens, index);
  };
  rule('fence', (token, env) => codeBlock(token, env.highlighted));
  rule('code_block', (token, env) => codeBlock(token, env.highlighted));
  rule('table_open', () => '<div class="table-scroll" tabindex="0" dir="auto"><table>\n');
  rule('table_close', () => '</table></div>\n');
  rule('link_target', ({ content }) => ` <span class="link-domain">(${escapeHtml(content)})</span>`);
  rule('heading_open', ({ tag, attrs }) => `<div class="heading"><${tag} id="${String(attrs?.[0]?.[1])}">`);
  rule('heading_close', ({ tag, meta }) => {
    const { id, label } = meta as unknown as HeadingLink;
    return `</${tag}><a class="anchor" href="#${id}" aria-label="Link to ${label ? `“${escapeHtml(label)}”` : 'this heading'}"></a></div>\n`;
  });
  rule('footnote_block_open', () => '<hr class="footnotes-sep">\n<section class="footnotes">\n<ol class="footnotes-list" dir="auto">\n');
  rule('footnote_anchor_name', ({ meta }) => footnoteId('', Number(meta?.id) + 1));
  rule('task', ({ meta }) => {
    const isDone = meta?.isDone === true;
    return `<input type="checkbox" disabled=""${isDone ? ' checked=""' : ''} aria-label="${isDone ? 'Done' : 'To do'}">`;
  });
  rule('image', (token, env) => {
    const alt = escapeHtml(withoutHidden(renderer.renderInlineAsText(token.children ?? [], md.options, env)));
    const src = attribute(token, 'src');
    const size = env.sizes[src.slice(mediaPath('').length)];
    return imageHtml({ src: escapeHtml(src), alt, size, isLinked: token.meta?.isLinked === true });
  });
  rule('footnote_anchor', ({ meta }, env, tokens, index) => {
    const id = rules.footnote_anchor_name?.(tokens, index, md.options, env, renderer);
    const repeated = Number(meta?.subId) > 0 ? `:${meta?.subId}` : '';
    return ` <a href="#fnref${id}${repeated}" class="footnote-backref" aria-label="Back to the text">↩</a>`;
  });
  return md;
}
