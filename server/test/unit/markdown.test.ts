import { createRequire } from 'node:module';
import { limits } from '@dev-connector/contract';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import { createParser } from '../../src/markdown/parser.ts';
import { plainHtml } from '../../src/markdown/plain.ts';
import { renderMarkdown } from '../../src/markdown/render.ts';
import { hostileTexts } from '../hostile-markdown.ts';
import { payloadTexts } from '../markdown-payloads.ts';

const image = 'A'.repeat(22);
const render = (text: string) => renderMarkdown({ text, level: 'highlighted', sizes: { [image]: { width: 20, height: 10 } } });

describe('the examples of the CommonMark specification', () => {
  const { tests } = createRequire(import.meta.url)('commonmark-spec') as {
    tests: Array<{ markdown: string; html: string; section: string; number: number }>;
  };
  const parser = createParser({ breaks: false, xhtmlOut: true });
  const expected = (html: string) => html.replaceAll('→', '\t').replaceAll('<blockquote>\n</blockquote>', '<blockquote></blockquote>');
  const differs = tests.filter(({ markdown, html }) => parser.render(markdown.replaceAll('→', '\t')) !== expected(html));

  test('differ only for a known reason', () => {
    const unexplained = differs.filter(({ markdown, html }) => reasonOf(markdown, html) === undefined);
    expect(unexplained).toEqual([]);
    expect(tests.length).toBeGreaterThan(640);
    expect(tests.length - differs.length).toBeGreaterThan(400);
  });
});

/** Why our HTML of an example differs on purpose; undefined if it has no such reason. */
function reasonOf(markdown: string, html: string): string | undefined {
  if (/<[a-z/!?]/i.test(markdown)) return 'HTML is text, and links have only some schemes';
  if (/(?:href|src)="(?!https?:\/\/[^@"]*"|mailto:|\/(?!\/))/.test(html)) return 'relative addresses and other schemes are text';
  if (/https?:\/\/|@/.test(markdown)) return 'web and mail addresses are links';
  return undefined;
}

test.for([
  ['# One\n## Two\n###### Three', '<h3>One</h3>\n<h4>Two</h4>\n<h5>Three</h5>\n'],
  ['## One\n#### Two\n## One\n### Two\n# One', '<h3>One</h3>\n<h4>Two</h4>\n<h3>One</h3>\n<h4>Two</h4>\n<h3>One</h3>\n'],
  ['# 1\n## 2\n### 3\n#### 4\n##### 5', '<h3>1</h3>\n<h4>2</h4>\n<h5>3</h5>\n<h6>4</h6>\n<h6>5</h6>\n'],
  ['one\ntwo', '<p>one<br />\ntwo</p>\n'],
  ['~~gone~~', '<p><s>gone</s></p>\n'],
  ['<b onclick=x>', '<p>&lt;b onclick=x&gt;</p>\n'],
  ['a\u202eb', '<p>a<span role="img" aria-label="Hidden character RLO" title="Hidden character RLO" class="hidden-mark">RLO</span>b</p>\n'],
  [
    '- [ ] a\n- [x] b',
    '<ul>\n<li class="task"><input type="checkbox" disabled aria-label="To do" /> a</li>\n<li class="task"><input type="checkbox" disabled checked aria-label="Done" /> b</li>\n</ul>\n',
  ],
  [`![](/media/${image})`, `<p><img src="/media/${image}" alt="" width="20" height="10" loading="lazy" /></p>\n`],
  ['![a cat](/media/abc-1)', '<p><img src="/media/abc-1" alt="a cat" loading="lazy" /></p>\n'],
])('renders %j', ([text, html]) => expect(render(text as string)).toBe(html));

describe('a link', () => {
  const link = (href: string, text: string) => `<a href="${href}" rel="nofollow ugc noopener">${text}</a>`;
  const domain = (host: string) => ` <span class="link-domain">(${host})</span>`;
  test.for([
    ['https://example.org/a', link('https://example.org/a', 'https://example.org/a')],
    ['[here](https://example.org)', link('https://example.org', 'here') + domain('example.org')],
    ['[bank.example](https://evil.example)', link('https://evil.example', 'bank.example') + domain('evil.example')],
    ['[evil.example.bank](https://evil.example)', link('https://evil.example', 'evil.example.bank') + domain('evil.example')],
    ['[example.org/b](https://example.org/a)', link('https://example.org/a', 'example.org/b')],
    ['![cat](https://example.org/cat.png)', link('https://example.org/cat.png', 'cat') + domain('example.org')],
    ['www.example.org/a', link('http://www.example.org/a', 'www.example.org/a')],
    ['node.js', 'node.js'],
    ['[a](/dev/posts)', link('/dev/posts', 'a')],
    ['[a](//evil.example)', '[a](//evil.example)'],
    ['[a](javascript:alert(1))', '[a](javascript:alert(1))'],
    ['[a](data:text/html,b)', '[a](data:text/html,b)'],
    ['[a](https://bank.example@evil.example)', `[a](${link('https://bank.example', 'https://bank.example')}@evil.example)`],
  ])('%j shows where it leads', ([text, html]) => expect(render(text as string)).toBe(`<p>${html}</p>\n`));

  test('to a name with other letters shows the encoded name', () => {
    expect(render('https://аpple.com')).toContain(domain('xn--pple-43d.com'));
  });
});

describe('a code block', () => {
  test('has a label, highlighted code, and an element for each line', () => {
    expect(render('```ts {1,3-4}\nlet a = `\nb`;\n\nc\n```')).toBe(
      '<figure class="code"><figcaption>TypeScript</figcaption><pre tabindex="0"><code>' +
        '<span class="line marked"><span class="hljs-keyword">let</span> a = <span class="hljs-string">`</span></span>\n' +
        '<span class="line"><span class="hljs-string">b`</span>;</span>\n' +
        '<span class="line marked"></span>\n<span class="line marked">c</span>\n</code></pre></figure>\n',
    );
  });
  test('without a language is not highlighted', () => {
    expect(render('```\nlet a = 1;\n```')).toBe('<figure class="code"><pre tabindex="0"><code>let a = 1;\n</code></pre></figure>\n');
  });
  test('of a diff marks added and removed lines', () => {
    expect(render('```diff\n+a\n-b\n```')).toMatch(/class="line added".*\n.*class="line removed"/);
  });
});

test('a table is aligned by classes', () => {
  expect(render('|a|b|\n|:-:|-:|\n|1|2|')).toMatch(/<th class="align-center">a<\/th>\n<th class="align-right">b<\/th>/);
});

test('footnotes of different texts have different ids', () => {
  const ids = ['a[^1]\n\n[^1]: b', 'c[^1]\n\n[^1]: d'].map((text) => render(text).match(/id="[^"]+"/g));
  expect(ids[0]).toHaveLength(2);
  expect(new Set(ids.flat()).size).toBe(4);
});

test('HTML over the limit is rendered without highlighting, then as plain text', () => {
  const code = (lines: number) => `\`\`\`js\n${'a\n'.repeat(lines)}\`\`\``;
  expect(render(code(100))).toContain('class="line"');
  expect(render(code(24_000))).toMatch(/^<figure class="code"><figcaption>JavaScript<\/figcaption><pre tabindex="0"><code>a\na\n/);
  expect(render('|a|b|\n|-|-|\n'.repeat(20) + '|\n'.repeat(24_000))).toMatch(/^<p class="plain">/);
});

test.for(Object.entries(hostileTexts))('%s: is rendered within the limit of its HTML', ([, text]) => {
  expect(Buffer.byteLength(render(text))).toBeLessThanOrEqual(limits.html);
});

test('shows a text with too many tokens as plain text', () => {
  expect(render('|-|-|\n'.repeat(8_000))).not.toContain('<table');
  expect(render('|a|\n|-|\n'.repeat(10))).toContain('<table');
});

test('there are at least 200 hostile texts and 150 payloads', () => {
  expect(Object.keys(hostileTexts).length).toBeGreaterThanOrEqual(200);
  expect(payloadTexts.length).toBeGreaterThanOrEqual(150);
});

type Node = DefaultTreeAdapterTypes.Node;

/** Every element of the HTML, as a browser parses it. */
function elementsOf(html: string): DefaultTreeAdapterTypes.Element[] {
  const elements: DefaultTreeAdapterTypes.Element[] = [];
  const visit = (node: Node): void => {
    if (defaultTreeAdapter.isElementNode(node)) elements.push(node);
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  visit(parseFragment(html));
  return elements;
}

const allowed =
  /^(?:p|br|hr|h[3-6]|blockquote|[uo]l|li|section|div|table|thead|tbody|t[rhd]|figure|figcaption|pre|code|em|strong|s|sup|a|img|input|span)$/;
const attributes = /^(?:href|rel|title|id|aria-label|role|class|src|alt|width|height|loading|type|checked|disabled|start|tabindex)$/;

test.for(payloadTexts)('nothing of %j can run', (payload) => {
  for (const html of [render(payload), plainHtml(payload)])
    for (const { tagName, attrs } of elementsOf(html)) {
      expect(tagName).toMatch(allowed);
      for (const { name, value } of attrs) {
        expect(name).toMatch(attributes);
        if (name === 'href') expect(value).toMatch(/^(?:https?:\/\/|mailto:|\/(?!\/)|#fn)/);
        if (name === 'src') expect(value).toMatch(/^\/media\//);
        if (name === 'id') expect(value).toMatch(/^fn/);
      }
    }
});
