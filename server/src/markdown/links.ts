import type { StateCore, Token } from 'markdown-it';

/** Attributes of every link to another site. */
const rel = 'nofollow ugc noopener';

/** Images that this site stores. */
const ownImage = /^\/media\/[\w-]{1,100}$/;

/** Parser rule: adds `rel` and the domain to links except those of tags, and turns images of other sites into links. */
export function secureLinks({ tokens, Token }: StateCore): void {
  for (const block of tokens) if (block.type === 'inline' && block.children) block.children = secured(block.children, Token);
}

function secured(tokens: Token[], Create: typeof Token): Token[] {
  const result: Token[] = [];
  let link: { token: Token; text: string } | undefined;
  for (const token of tokens) {
    if (token.type === 'link_open' && attribute(token, 'class') !== 'tag') {
      link = { token, text: '' };
      token.attrs = token.attrs?.filter(([name]) => name !== 'rel' && name !== 'target') ?? null;
      token.attrSet('rel', rel);
    } else if (token.type === 'image' && !ownImage.test(attribute(token, 'src'))) {
      const text = token.children?.map(({ content }) => content).join('') ?? '';
      if (link) link.text += text;
      result.push(...(link ? [textToken(text, Create)] : imageLink(token, text, Create)));
      continue;
    } else if (link && token.type !== 'link_close') {
      link.text += token.content;
    }
    result.push(token);
    if (token.type === 'link_close' && link) {
      result.push(...domainOf(attribute(link.token, 'href'), link.text, Create));
      link = undefined;
    }
  }
  return result;
}

function imageLink(image: Token, text: string, Create: typeof Token): Token[] {
  const src = attribute(image, 'src');
  const [open, close] = [new Create('link_open', 'a', 1), new Create('link_close', 'a', -1)];
  open.attrs = [
    ['href', src],
    ['rel', rel],
  ];
  const shown = text || src;
  return [open, textToken(shown, Create), close, ...domainOf(src, shown, Create)];
}

/** The value of an attribute, or ''. */
export const attribute = (token: Token, name: string): string => String(token.attrGet(name) ?? '');

function textToken(content: string, Create: typeof Token): Token {
  const token = new Create('text', '', 0);
  token.content = content;
  return token;
}

/** The domain that a link leads to, unless its text is the address itself. Names with letters beyond ASCII are shown encoded (`xn--`). */
function domainOf(href: string, text: string, Create: typeof Token): Token[] {
  const target = hostOf(href);
  if (!target || (!target.includes('xn--') && hostOf(text.trim()) === target)) return [];
  const token = new Create('link_domain', '', 0);
  token.content = target;
  return [token];
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
