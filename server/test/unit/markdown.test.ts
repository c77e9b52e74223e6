import { createRequire } from 'node:module';
import { limits, textElements } from '@dev-connector/contract';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import { languageNames } from '../../src/features/markdown/languages.ts';
import { createParser } from '../../src/features/markdown/parser.ts';
import { plainHtml } from '../../src/features/markdown/plain.ts';
import { renderMarkdown } from '../../src/features/markdown/render.ts';
import { sanitize } from '../../src/features/markdown/sanitizer.ts';
import { textIdPlaceholder as id, withTextId } from '../../src/features/markdown/text-id.ts';
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

const heading = (level: number, slug: string, text: string, label = text) =>
  `<div class="heading"><h${level} id="${slug}-${id}">${text}</h${level}><a class="anchor" href="#${slug}-${id}" aria-label="Link to “${label}”"></a></div>\n`;

test.for([
  ['# One\n## Two\n###### Three', heading(3, 'one', 'One') + heading(4, 'two', 'Two') + heading(5, 'three', 'Three')],
  ['## 1\n#### 2\n## 3\n### 4\n# 5', [3, 4, 3, 4, 3].map((level, index) => heading(level, `${index + 1}`, `${index + 1}`)).join('')],
  ['# 1\n## 2\n### 3\n#### 4\n##### 5', [3, 4, 5, 6, 6].map((level, index) => heading(level, `${index + 1}`, `${index + 1}`)).join('')],
  ['one\ntwo', '<p>one<br />\ntwo</p>\n'],
  ['~~gone~~', '<p><s>gone</s></p>\n'],
  ['<b onclick=x>', '<p>&lt;b onclick=x&gt;</p>\n'],
  ['a\u202eb', '<p>a<span role="img" aria-label="Hidden character RLO" title="Hidden character RLO" class="hidden-mark">RLO</span>b</p>\n'],
  [
    '- [ ] a\n- [x] b',
    '<ul dir="auto">\n<li class="task"><input type="checkbox" disabled aria-label="To do" /> a</li>\n<li class="task"><input type="checkbox" disabled checked aria-label="Done" /> b</li>\n</ul>\n',
  ],
  [`![](/media/${image})`, `<p><img src="/media/${image}" alt="" width="20" height="10" loading="lazy" /></p>\n`],
  ['![a cat](/media/abc-1)', '<p><img src="/media/abc-1" alt="a cat" loading="lazy" /></p>\n'],
])('renders %j', ([text, html]) => expect(render(text as string)).toBe(html));

test('the contract names the elements of texts', () => {
  const source = `# 1\n## 2\n### 3\n#### 4\n\na **b** *c* ~~d~~ \`e\` [f](https://a.example) <kbd>g</kbd> <ins>h</ins> <sub>i</sub> <sup>j</sup>
<abbr title="k">k</abbr>[^1] ![l](/media/${image})\n\n> m\n\n1. n\n\n- [x] o\n\n---\n\n<details><summary>p</summary>q</details>

| r | s |\n|---|---|\n| t | u |\n\n\`\`\`js\nv\n\`\`\`\n\n[^1]: w`;
  const found = new Set(render(source).match(/(?<=<)[a-z]\w*/g));
  expect([...found].sort()).toEqual([...textElements].sort());
});

describe('an uploaded image', () => {
  const renderSized = (width: number, height: number, text = `![a](/media/${image})`) =>
    renderMarkdown({ text, level: 'highlighted', sizes: { [image]: { width, height } } });
  const img = (width: number, height: number) => `<img src="/media/${image}" alt="a" width="${width}" height="${height}" loading="lazy" />`;

  test.for<[string, number, number, string]>([
    ['small: as it is', 700, 640, img(700, 640)],
    ['large: links to its file', 1280, 600, `<a href="/media/${image}">${img(1280, 600)}</a>`],
    ['high: fits on a screen', 1170, 2532, `<a href="/media/${image}">${img(296, 640)}</a>`],
    ['long: is collapsed', 1280, 8040, `<a href="/media/${image}" class="long-image">${img(1280, 8040)}</a>`],
    ['wide: scrolls', 8000, 400, `<a href="/media/${image}" class="wide-image">${img(6400, 320)}</a>`],
    ['of one pixel in width', 1, 16_383, `<a href="/media/${image}" class="long-image">${img(1, 16_383)}</a>`],
  ])('%s', ([, width, height, html]) => expect(renderSized(width, height)).toBe(`<p>${html}</p>\n`));

  test('in a link of the author keeps that link', () =>
    expect(renderSized(1280, 8040, `[![a](/media/${image})](https://example.com) ![a](/media/${image})`)).toBe(
      `<p><a href="https://example.com" rel="nofollow ugc noopener">${img(102, 640)}</a> <span class="link-domain">(example.com)</span> <a href="/media/${image}" class="long-image">${img(1280, 8040)}</a></p>\n`,
    ));

  test('without alternative text has a link with a name', () =>
    expect(renderSized(1280, 600, `![](/media/${image})`)).toContain('aria-label="Open the image"'));
});

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
    ['[a](//evil.example)', `a${domain('//evil.example')}`],
    ['[a](javascript:alert(1))', `a${domain('javascript:alert(1)')}`],
    ['[a](data:text/html,b)', `a${domain('data:text/html,b')}`],
    ['[a](https://bank.example@evil.example)', `a${domain('https://bank.example@evil.example')}`],
    ['[readme](docs/readme.md)', `readme${domain('docs/readme.md')}`],
    ['[docs/readme.md](docs/readme.md)', 'docs/readme.md'],
    ['[up](../a) [list](?a=b) [x](./x)', `up${domain('../a')} list${domain('?a=b')} x${domain('./x')}`],
    ['![Picture](docs/a.png)', `Picture${domain('docs/a.png')}`],
    ['![](docs/a.png)', domain('docs/a.png')],
    ['[![Badge](a.svg)](b)', `Badge${domain('b')}`],
    [
      '[file](ftp://example.org/a) [call](tel:+4930123) [open](vscode://file/a)',
      `file${domain('ftp://example.org/a')} call${domain('tel:+4930123')} open${domain('vscode://file/a')}`,
    ],
    ['[a][b]\n\n[b]: LICENSE', `a${domain('LICENSE')}`],
    ['[a](#nothing)', `a${domain('#nothing')}`],
    [`[a](b/${'c'.repeat(200)})`, `a${domain(`b/${'c'.repeat(98)}…`)}`],
    ['<std:string>', '&lt;std:string&gt;'],
    ['<react@18.2.0>', '&lt;react@18.2.0&gt;'],
  ])('%j shows where it leads', ([text, html]) => expect(render(text as string)).toBe(`<p>${html}</p>\n`));

  test.for([
    'react@18.2.0',
    'npm i @scope/pkg@1.2.3 a@b.c',
    'eslint@9.0.0-alpha.rs',
    'root@192.168.1.1',
    'user@localhost',
    'pi@raspberrypi.local',
    'icon@2x.png',
    'git@github.com:group/repo.git',
    'git@host:group/repo.git',
    'scp a.txt ada@example.com:/tmp',
    'ssh://git@example.com/x',
    'postgres://user:password@db.example.com/name',
    'https://user:password@example.com/x',
    'https://user:password@example.com',
    'https://user:p%40ss@example.com, and https://user@example.com',
  ])('is not made of %j', (text) => expect(render(text)).toBe(`<p>${text}</p>\n`));

  const mail = (address: string) => link(`mailto:${address}`, address);
  test.for([
    ['ada@example.com', mail('ada@example.com')],
    ['(ada@example.com).', `(${mail('ada@example.com')}).`],
    ['ada@example.com: hello, ada@example.com!', `${mail('ada@example.com')}: hello, ${mail('ada@example.com')}!`],
    ['a.b+c@mail.example.co.uk', mail('a.b+c@mail.example.co.uk')],
    ['ada@example.photography', mail('ada@example.photography')],
    ['ada@163.com', mail('ada@163.com')],
    ['mailto:ada@example.com', link('mailto:ada@example.com', 'mailto:ada@example.com')],
    ['<ada@example.com>', mail('ada@example.com')],
    ['https://example.com/@ada', link('https://example.com/@ada', 'https://example.com/@ada')],
  ])('is made of %j', ([text, html]) => expect(render(text as string)).toBe(`<p>${html}</p>\n`));

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
  test.for([
    ['Dockerfile', 'FROM node', 'Dockerfile', 'keyword'],
    ['docker', 'FROM node', 'Dockerfile', 'keyword'],
    ['ps1', 'Get-Item $a', 'PowerShell', 'variable'],
    ['pwsh', 'Get-Item $a', 'PowerShell', 'variable'],
    ['nginx', 'server { listen 80; }', 'Nginx', 'section'],
    ['ex', 'def a do', 'Elixir', 'keyword'],
    ['vue', '<script setup lang="ts">\nlet a: number = 1\n</script>', 'Vue', 'keyword'],
    ['svelte', '{#if a}<p class="b">{a}</p>{/if}', 'Svelte', 'template-variable'],
    ['f#', 'let a = 1', 'F#', 'keyword'],
    ['toml', '[a]\nb = 1', 'TOML', 'section'],
    ['gql', 'query { a }', 'GraphQL', 'keyword'],
    ['tf', 'resource "a" "b" {}', 'Terraform', 'keyword'],
    ['hcl', 'a = "%{ if b }"', 'Terraform', 'subst'],
    ['zig', 'pub fn main() void {}', 'Zig', 'keyword'],
    ['prisma', 'model A { id Int @id }', 'Prisma', 'keyword'],
    ['sol', 'contract A {}', 'Solidity', 'keyword'],
    ['astro', '---\nlet a = 1\n---\n<p>{a}</p>', 'Astro', 'keyword'],
    ['jsonc', '// a\n{"b": 1}', 'JSONC', 'comment'],
    ['C++', 'int a;', 'C++', 'type'],
    ['.py', 'def a(): pass', 'Python', 'keyword'],
    ['language-js', 'let a', 'JavaScript', 'keyword'],
    ['rust,no_run', 'fn a() {}', 'Rust', 'keyword'],
    ['{.python .numberLines}', 'def a(): pass', 'Python', 'keyword'],
    ['ts title="a.ts" {1}', 'let a', 'TypeScript · a.ts', 'keyword'],
    ['dockerfile title="Dockerfile"', 'FROM a', 'Dockerfile', 'keyword'],
    ['js:src/app.js', 'let a', 'JavaScript', 'keyword'],
    ['src/app.ts', 'let a', 'TypeScript', 'keyword'],
  ])('of %s is highlighted', ([info, code, label, part]) => {
    const html = render(`\`\`\`${info}\n${code}\n\`\`\``);
    expect(html).toContain(`<figcaption>${label}</figcaption>`);
    expect(html).toContain(`class="hljs-${part}"`);
  });
  test.for(['mermaid', 'no-such-language', 'constructor', '__proto__'])('of an unknown language %s has its label', (name) => {
    expect(render(`\`\`\`${name}\na\n\`\`\``)).toContain(
      `<figcaption>${name}</figcaption><pre tabindex="0"><code><span class="line">a</span>`,
    );
  });
  test('of each language is highlighted without an error, alike in any order', () => {
    const all = () => languageNames.map((name) => render(`\`\`\`${name}\na = "b" # c\n<d e="f">\n\`\`\``));
    expect(all()).toEqual(all());
    expect(languageNames.length).toBeGreaterThan(400);
  });
  test('without a language is not highlighted', () => {
    expect(render('```\nlet a = 1;\n```')).toBe('<figure class="code"><pre tabindex="0"><code>let a = 1;\n</code></pre></figure>\n');
  });
  test('of a diff marks added and removed lines', () => {
    expect(render('```diff\n+a\n-b\n```')).toMatch(/class="line added".*\n.*class="line removed"/);
  });
});

test('blocks with marks and columns follow the direction of their text', () => {
  expect(
    render('- א\n\n1. א\n\n> א\n\n|א|\n|-|\n').match(/<(?:ul|ol|blockquote|div class="table-scroll" tabindex="0") dir="auto">/g),
  ).toHaveLength(4);
  expect(render('א[^1]\n\n[^1]: א')).toContain('<ol class="footnotes-list" dir="auto">');
});

test('a table is aligned by classes', () => {
  expect(render('|a|b|\n|:-:|-:|\n|1|2|')).toMatch(/<th class="align-center">a<\/th>\n<th class="align-right">b<\/th>/);
});

describe('a heading', () => {
  const ids = (text: string) => [...render(text).matchAll(/<h\d id="([^"]*)-0{8}-/g)].map(([, slug]) => slug);
  test.for([
    ['# Set up', ['set-up']],
    ['# A\n# A\n# A-1\n# A', ['a', 'a-1', 'a-1-1', 'a-2']],
    ['# `npm install` & run_it!', ['npm-install--run_it']],
    ['# Überblick\n# はじめに\n# Установка\n# परिचय', ['überblick', 'はじめに', 'установка', 'परिचय']],
    ['# :tada: Party\n# 🚀 Launch', ['tada-party', '-launch']],
    ['# [Link](https://example.org) **bold** <kbd>K</kbd>', ['link-bold-k']],
    ['# !!!\n#', ['-', '--1']],
    ['Set up\n===', ['set-up']],
    [`# ${'a'.repeat(300)}`, ['a'.repeat(200)]],
  ] as Array<[string, string[]]>)('in %j has the name that GitHub gives it', ([text, slugs]) => expect(ids(text)).toEqual(slugs));

  test.for(['#set-up', '#Set-Up', '#SET%2DUP', '#user-content-set-up', '<#Set up>', '#set--up-'])('is found by a link to %s', (target) => {
    expect(render(`[here](${target})\n# Set up`)).toContain(`<p><a href="#set-up-${id}">here</a></p>`);
  });
  test.for(['установка', '%D1%83%D1%81%D1%82%D0%B0%D0%BD%D0%BE%D0%B2%D0%BA%D0%B0'])(
    'in another script is found by a link to %s',
    (name) => {
      expect(render(`[here](#${name})\n# Установка`)).toContain(`href="#установка-${id}"`);
    },
  );
  test('in a list is found by a reference and by a table of contents', () => {
    const html = render('- [One](#one)\n- [Two][2]\n\n- # One\n# Two\n\n[2]: #two');
    expect(html).toContain(`<a href="#one-${id}">One</a>`);
    expect(html).toContain(`<a href="#two-${id}">Two</a>`);
  });
  test('has a link whose label is cut and has no markup', () => {
    expect(render(`# **a** "<b>" ${'c'.repeat(200)}`)).toContain(`aria-label="Link to “a &quot;&lt;b&gt;&quot; ${'c'.repeat(72)}”"`);
  });
});

test('ids of headings and footnotes, and links to them, carry the id of the text', () => {
  const text = `# a\n[b](#a) c[^1] d[^1] \`-${id}\` [e](/x-${id})\n\n[^1]: f`;
  const [first, second] = ['018f-1', '018f-2'].map((name) => withTextId(render(text), name)) as [string, string];
  const ids = [first, second].flatMap((html) =>
    elementsOf(html).flatMap(({ attrs }) => attrs.filter(({ name }) => name === 'id').map(({ value }) => value)),
  );
  expect(ids).toHaveLength(8);
  expect(new Set(ids).size).toBe(8);
  const targets = elementsOf(first).flatMap(({ attrs }) =>
    attrs.filter(({ name, value }) => name === 'href' && value.startsWith('#')).map(({ value }) => value.slice(1)),
  );
  expect(targets).toHaveLength(6);
  expect(ids.slice(0, 4)).toEqual(expect.arrayContaining(targets));
  expect(first).toContain(`<code>-${id}</code>`);
  expect(first).toContain(`href="/x-${id}"`);
});

test('a heading and a footnote of the same name have different ids', () => {
  const ids = render('# fn1\na[^1]\n\n[^1]: b').match(/ id="[^"]+"/g);
  expect(new Set(ids).size).toBe(3);
});

test.for([
  ['**「重要」**です', '<strong>「重要」</strong>です'],
  ['これは**強調**です', 'これは<strong>強調</strong>です'],
  ['**이름(name)**은', '<strong>이름(name)</strong>은'],
  ['**中文。**后面', '<strong>中文。</strong>后面'],
  ['~~「古い」~~です', '<s>「古い」</s>です'],
  ['*（注）*を', '<em>（注）</em>を'],
  ['snake_case_name と 2 * 3 * 4', 'snake_case_name と 2 * 3 * 4'],
])('emphasis in %j needs no spaces', ([text, html]) => expect(render(text as string)).toBe(`<p>${html}</p>\n`));

test.for([
  [':tada:', '🎉'],
  ['a :+1: (:heart:) :tada::rocket:.', 'a 👍 (❤️) 🎉🚀.'],
  ['完成:tada:です', '完成🎉です'],
  ['`:tada:` :nothing: 10:30:45 a:b:c 10:100:5 std::b::c', '<code>:tada:</code> :nothing: 10:30:45 a:b:c 10:100:5 std::b::c'],
])('%j shows emoji', ([text, html]) => expect(render(text as string)).toBe(`<p>${html}</p>\n`));

test.for(['https://example.org/:tada:/', 'https://example.org/(:tada:)'])('an emoji does not change the address %s', (address) => {
  expect(render(address)).toContain(`href="${address}"`);
});

describe('HTML', () => {
  test.for([
    ['<kbd>Ctrl</kbd>+<KBD >C</KBD>', '<kbd>Ctrl</kbd>+<kbd>C</kbd>'],
    ['H<sub>2</sub>O x<sup>**2**</sup> <ins>new</ins>', 'H<sub>2</sub>O x<sup><strong>2</strong></sup> <ins>new</ins>'],
    ['<abbr title="Hyper &quot;Text&quot; \\a">HTML</abbr>', '<abbr title="Hyper &quot;Text&quot; \\a">HTML</abbr>'],
    ['<kbd onclick="ran(1)" style=x id=a class="b">a</kbd>', '<kbd>a</kbd>'],
    ['a<br>b<br/>c<br />\nd', 'a<br />\nb<br />\nc<br />\nd'],
    ['a<!-- b -->c<!-->d<!--->e<!-- f\ng -->', 'acde'],
    ['<kbd>a', '&lt;kbd&gt;a'],
    ['a</kbd>', 'a&lt;/kbd&gt;'],
    ['<kbd>**a</kbd>**', '&lt;kbd&gt;<strong>a&lt;/kbd&gt;</strong>'],
    ['<sub><sup>a</sub></sup>', '<sub>&lt;sup&gt;a</sub>&lt;/sup&gt;'],
    ['[<kbd>a](/b)</kbd>', '<a href="/b" rel="nofollow ugc noopener">&lt;kbd&gt;a</a>&lt;/kbd&gt;'],
    ['<!-- a', '&lt;!-- a'],
    ['`<kbd>` `<!-- a -->`', '<code>&lt;kbd&gt;</code> <code>&lt;!-- a --&gt;</code>'],
    ['<b>a</b> <![CDATA[a]]> <?a?> <kbdx>a</kbdx>', '&lt;b&gt;a&lt;/b&gt; &lt;![CDATA[a]]&gt; &lt;?a?&gt; &lt;kbdx&gt;a&lt;/kbdx&gt;'],
  ])('%j shows safe elements', ([text, html]) => expect(render(text as string)).toBe(`<p>${html}</p>\n`));

  test.for([
    ['<!-- a\n\n# b\n-->\nc', '<p>c</p>\n'],
    ['<!-- a --> b', '<p>b</p>\n'],
    ['a\n<!-- b -->\nc', '<p>a</p>\n<p>c</p>\n'],
    ['> <!-- a\n\n-->', '<blockquote dir="auto">\n<p>&lt;!-- a</p>\n</blockquote>\n<p>--&gt;</p>\n'],
    ['- <!-- a\n  b -->\n- c', '<ul dir="auto">\n<li></li>\n<li>c</li>\n</ul>\n'],
  ])('leaves out comments of %j', ([text, html]) => expect(render(text as string)).toBe(html));

  const details = (content: string, open = '') => `<details${open} dir="auto">\n<summary>a</summary>\n${content}</details>\n`;
  test.for([
    ['<details><summary>a</summary>b</details>', details('<p>b</p>\n')],
    ['<details>\n<summary>a</summary>\n\nb\n\n</details>', details('<p>b</p>\n')],
    ['<details open>\n  <summary>\n    a\n  </summary>\n  b\n</details>', details('<p>b</p>\n', ' open')],
    ['<details>\n    <summary>a</summary>\n\n- b\n- c\n</details>', details('<ul dir="auto">\n<li>b</li>\n<li>c</li>\n</ul>\n')],
    [
      '<DETAILS ontoggle="ran(1)"><SUMMARY id=x>a</SUMMARY>\n**b** `</details>` c</details> d',
      `${details('<p><strong>b</strong> <code>&lt;/details&gt;</code> c</p>\n')}<p>d</p>\n`,
    ],
    [
      `<details><summary>a</summary>\n\n![](/media/${image})\n</details>`,
      details(`<p><img src="/media/${image}" alt="" width="20" height="10" loading="lazy" /></p>\n`),
    ],
    ['<details><summary>a</summary>\n<details><summary>a</summary>b</details>\n</details>', details(details('<p>b</p>\n'))],
    ['> <details><summary>a</summary>\n> b\n> </details>', `<blockquote dir="auto">\n${details('<p>b</p>\n')}</blockquote>\n`],
    ['<details>a', '<p>&lt;details&gt;a</p>\n'],
    ['> <details>\n\na\n</details>', '<blockquote dir="auto">\n<p>&lt;details&gt;</p>\n</blockquote>\n<p>a</p>\n<p>&lt;/details&gt;</p>\n'],
    ['<summary>a</summary>', '<p>&lt;summary&gt;a&lt;/summary&gt;</p>\n'],
    ['<summary>\n\na\n\n</summary>', '<p>&lt;summary&gt;</p>\n<p>a</p>\n<p>&lt;/summary&gt;</p>\n'],
    [
      '<details>\na\n<summary>b</summary>\n</details>',
      '<details dir="auto">\n<p>a</p>\n<p>&lt;summary&gt;b&lt;/summary&gt;</p>\n</details>\n',
    ],
    [
      '`<details>`\n\n    <details>',
      '<p><code>&lt;details&gt;</code></p>\n<figure class="code"><pre tabindex="0"><code>&lt;details&gt;\n</code></pre></figure>\n',
    ],
  ])('%j shows details', ([text, html]) => expect(render(text as string)).toBe(html));

  test('has Markdown in details: code, a table and a heading in the summary', () => {
    const html = render('<details>\n<summary>\n\n# a\n\n</summary>\n\n```js\nlet a;\n```\n\n|b|\n|-|\n|c|\n\n</details>\nd');
    expect(html).toMatch(
      /^<details dir="auto">\n<summary>\n<div class="heading"><h3 [\s\S]*<\/summary>\n<figure [\s\S]*<table>[\s\S]*<\/table><\/div>\n<\/details>\n<p>d<\/p>\n$/,
    );
  });
});

test('a definition that no link uses stays text if it is no web address', () => {
  expect(render('[10:30]: started\n\n[ok]: https://example.org')).toBe('<p>[10:30]: started</p>\n');
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
  /^(?:details|summary|kbd|sub|ins|abbr|p|br|hr|h[3-6]|blockquote|[uo]l|li|section|div|table|thead|tbody|t[rhd]|figure|figcaption|pre|code|em|strong|s|sup|a|img|input|span)$/;
const attributes =
  /^(?:href|rel|title|id|aria-label|role|class|src|alt|width|height|loading|type|checked|disabled|start|tabindex|open|dir)$/;

test.for(payloadTexts)('nothing of %j can run', (payload) => {
  for (const html of [render(payload), plainHtml(payload)])
    for (const { tagName, attrs } of elementsOf(html)) {
      expect(tagName).toMatch(allowed);
      for (const { name, value } of attrs) {
        expect(name).toMatch(attributes);
        if (name === 'href') expect(value).toMatch(/^(?:https?:\/\/|mailto:|\/(?!\/)|#\S*-0{8}-)/);
        if (name === 'src') expect(value).toMatch(/^\/media\//);
        if (name === 'id') expect(value).toMatch(/-0{8}-(?:0{4}-){3}0{12}(?::\d+)?$/);
      }
    }
});

test('paragraphs without markup are what the whole sanitizer returns', () => {
  for (const html of ['<p>Hello</p>\n', '<p>It\'s "1"</p>\n<p>\u00a0Łódź 検索 🎉</p>\n', '<p>a\u202eb</p>\n', '<p></p><p>\n</p>\n'])
    expect(`${sanitize(html)}<hr />`).toBe(sanitize(`${html}<hr>`));
});
