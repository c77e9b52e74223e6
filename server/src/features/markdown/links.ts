import type { StateCore, StateInline, Token } from 'markdown-it';
import { isLinkable, isMail } from './addresses.ts';
import { type Anchors, anchorOf } from './headings.ts';

/** Attributes of every link to another site. */
const rel = 'nofollow ugc noopener';

/** Images that this site stores. */
const ownImage = /^\/media\/[\w-]{1,100}$/;

/** Characters of an address that is shown beside its text. */
const maxShown = 100;

const [autolink, mailLink] = [/<([a-z][a-z\d+.-]{1,31}:[^<>\s]*)>/iy, /<([\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d.-]+)>/iy];

/** Inline rule: `<address>` stays text if nothing may link there. */
export function plainAutolink(state: StateInline, silent: boolean): boolean {
  const address = matchAt(autolink, state);
  const mail = address === undefined ? matchAt(mailLink, state) : undefined;
  if (address === undefined ? mail === undefined || isMail(mail, '', '') : isLinkable(address)) return false;
  if (!silent) state.pending += '<';
  state.pos++;
  return true;
}

function matchAt(pattern: RegExp, { src, pos }: StateInline): string | undefined {
  pattern.lastIndex = pos;
  return pattern.exec(src)?.[1];
}

/**
 * Parser rule: adds `rel` and the domain to links except those of tags and mentions, and turns images of other sites into links. Links to headings get the id of the heading. Other
 * addresses are shown as text.
 */
export function secureLinks({ tokens, env, md, Token }: StateCore): void {
  const context = { anchors: (env as { anchors: Anchors }).anchors, show: md.normalizeLinkText, Token };
  for (const block of tokens) if (block.type === 'inline' && block.children) block.children = secured(block.children, context);
}

interface LinkContext {
  anchors: Anchors;
  show: (address: string) => string;
  Token: typeof Token;
}

/** Classes of links that other rules add. */
const internalClasses = new Set(['tag', 'mention']);

function secured(tokens: Token[], context: LinkContext): Token[] {
  const result: Token[] = [];
  let link: { href: string; text: string; isLinked: boolean; isAuto: boolean } | undefined;
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'link_open' && !internalClasses.has(attribute(token, 'class'))) {
      const href = attribute(token, 'href');
      link = { href, text: '', isLinked: isLink(token, index, tokens, context), isAuto: token.info === 'auto' };
      if (link.isLinked) result.push(token);
    } else if (token.type === 'link_close' && link) {
      if (link.isLinked) result.push(token);
      const target = link.isLinked ? domainOf(link.href, link.text) : link.isAuto ? undefined : addressOf(link.href, link.text, context);
      if (target) result.push(targetToken(target, context));
      link = undefined;
    } else if (token.type === 'image' && !ownImage.test(attribute(token, 'src'))) {
      const text = token.children?.map(({ type, content }) => (type === 'text' ? content : '')).join('') ?? '';
      if (link) link.text += text;
      result.push(...(link ? [textToken(text, context)] : foreignImage(attribute(token, 'src'), text, context)));
    } else {
      if (link) link.text += token.content;
      result.push(token);
    }
  }
  return result;
}

/** Sets the attributes of a link. Returns false if its address may not be a link. */
function isLink(token: Token, index: number, tokens: Token[], { anchors }: LinkContext): boolean {
  const href = attribute(token, 'href');
  token.attrs = token.attrs?.filter(([name]) => name === 'href' || name === 'title') ?? null;
  if (href.startsWith('#')) {
    const id = anchorOf(href.slice(1), anchors);
    if (id !== undefined) token.attrSet('href', `#${id}`);
    return id !== undefined;
  }
  token.attrSet('rel', rel);
  const text = tokens[index + 1]?.content ?? '';
  const isFound = token.markup === 'linkify';
  const isFoundMail = isFound && /^mailto:/i.test(href) && !/^mailto:/i.test(text);
  const after = isFound ? textFrom(tokens, index + 3, 1) : '';
  const hasUser = isFound && !isFoundMail && /^\w+:\/\/[^/?#]*$/.test(text) && /^[^\s/?#]*@/.test(after);
  const isLinked = isFoundMail ? isMail(text, textFrom(tokens, index - 1, -1), after) : !hasUser && isLinkable(href);
  if (!isLinked && token.markup === 'linkify' && !isFoundMail && isAscii.test(text)) (tokens[index + 1] as Token).content = href; // as typed
  return isLinked;
}

/** Tokens and characters beside a found address that decide whether it is one. */
const maxBeside = { tokens: 30, characters: 200 };

/** The text beside an address, also in further addresses that were found there. */
function textFrom(tokens: Token[], start: number, step: 1 | -1): string {
  let text = '';
  for (let count = 0; count < maxBeside.tokens && text.length < maxBeside.characters; count++) {
    const token = tokens[start + count * step];
    if (token?.type !== 'text' && token?.markup !== 'linkify') break;
    const { content } = token;
    text = step > 0 ? text + content : content + text;
    if (/\s/.test(content)) break;
  }
  return text;
}

const isAscii = /^[ -~]*$/;

function foreignImage(src: string, text: string, context: LinkContext): Token[] {
  const target = (shown: string | undefined) => (shown ? [targetToken(shown, context)] : []);
  if (!isLinkable(src)) return [textToken(text, context), ...target(addressOf(src, text, context))];
  const [open, close] = [new context.Token('link_open', 'a', 1), new context.Token('link_close', 'a', -1)];
  open.attrs = [
    ['href', src],
    ['rel', rel],
  ];
  const shown = text || src;
  return [open, textToken(shown, context), close, ...target(domainOf(src, shown))];
}

/** The value of an attribute, or ''. */
export const attribute = (token: Token, name: string): string => String(token.attrGet(name) ?? '');

function textToken(content: string, { Token }: LinkContext): Token {
  const token = new Token('text', '', 0);
  token.content = content;
  return token;
}

function targetToken(content: string, { Token }: LinkContext): Token {
  const token = new Token('link_target', '', 0);
  token.content = content;
  return token;
}

/** An address as text, unless the text is the address itself. */
function addressOf(address: string, text: string, { show }: LinkContext): string | undefined {
  const shown = show(address);
  if (shown === text.trim() || address === text.trim()) return undefined;
  return shown.length > maxShown ? `${shown.slice(0, maxShown).toWellFormed()}…` : shown;
}

/** The domain that a link leads to, unless its text is the address itself. Names with letters beyond ASCII are shown encoded (`xn--`). */
function domainOf(href: string, text: string): string | undefined {
  const target = hostOf(href);
  return target && (target.includes('xn--') || hostOf(text.trim()) !== target) ? target : undefined;
}

/** Longest host name (RFC 1035) with its scheme. Longer ones are not parsed, because IDNA takes quadratic time. */
const maxHost = 300;

/** The host of a web address, which may lack its scheme; undefined for other texts and for addresses with user info. */
function hostOf(text: string): string | undefined {
  const [, origin = ''] = /^((?:https?:\/\/)?[^\s/\\?#]*)/i.exec(text) ?? [];
  if (origin === '' || origin.length > maxHost) return undefined;
  const url = URL.parse(/^https?:/i.test(origin) ? origin : `https://${origin}`);
  return url && !url.username && !url.password ? url.host : undefined;
}
