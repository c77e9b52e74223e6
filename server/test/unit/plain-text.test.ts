import { createRequire } from 'node:module';
import { excerptOf, headlineOf, summaryOf, textOfHtml } from '@dev-connector/contract';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import { plainHtml } from '../../src/features/markdown/plain.ts';
import { renderMarkdown } from '../../src/features/markdown/render.ts';
import { hostileTexts } from '../hostile-markdown.ts';
import { payloadTexts } from '../markdown-payloads.ts';

const render = (text: string) => renderMarkdown({ text, level: 'highlighted', sizes: {} });
const headline = (text: string) => headlineOf({ html: render(text), name: 'A\u202eda' });

test.for([
  ['# A *title* with `code`\n\nText', 'A title with code'],
  ['A note[^1] here\n\n[^1]: The note', 'A note here'],
  ['See [the docs](https://example.org/a) now', 'See the docs now'],
  ['[docs](https://example.org)', 'docs'],
  ['https://example.org/a?b=c&d', 'https://example.org/a?b=c&d'],
  ['zero\u200bwidth \u202eturned \u00adsoft', 'zerowidth turned soft'],
  ['- [x] bought milk\n- [ ] bake', 'bought milk'],
  ['1. first\n2. second', 'first'],
  ['```ts {2} label\n\n\nconst a = 1 < 2;\nconst b = 2;\n```', 'const a = 1 < 2;'],
  ['```ts label\nconst a = 1;\n```\ntext with `code`', 'text with code'],
  ['    indented code\n\ntext', 'text'],
  ['```diff\n+ added\n- removed\n```', '+ added'],
  ['| Name | Age |\n|---|---|\n| Ada | 36 |', 'Name Age'],
  ['> A quote\n> of two lines\n\nAn answer', 'A quote'],
  ['![A cat](/media/abc)\n\nMy cat', 'My cat'],
  ['![A "cat" & more](/media/abc)', 'A "cat" & more'],
  ['![](/media/abc)', 'Post by Ada'],
  ['![A cat](https://example.org/cat.png)', 'A cat'],
  ['---\n\n***\n\nAfter rules', 'After rules'],
  ['&copy; &AMP; &amp;lt; &#128512; &ngeqq; &notanentity;', '© & &lt; 😀 ≧̸ &notanentity;'],
  ['a < b && c > d "e" \'f\'', 'a < b && c > d "e" \'f\''],
  ['<b>bold</b> is text', '<b>bold</b> is text'],
  ['🚀🎉', '🚀🎉'],
  ['سلام **دنیا** #سلام', 'سلام دنیا #سلام'],
  ['**~~a~~ *b***\\\nsecond', 'a b'],
  ['one  \ntwo', 'one'],
  ['\u3000\u3000吾輩は猫である。', '吾輩は猫である。'],
  ['Title\n=====\n\ntext', 'Title'],
  ['#tag and #other', '#tag and #other'],
  [`${'word '.repeat(5000)}`, `${'word '.repeat(16).slice(0, 79).trimEnd()}…`],
] as const)('the headline of %j is its first line without marks', ([text, expected]) => expect(headline(text)).toBe(expected));

test('a headline is the title, without hidden characters, or else names the author', () => {
  expect(headlineOf({ title: ' A\u202e \u200btitle ', html: render('Text'), name: 'Ada' })).toBe('A title');
  expect(headlineOf({ title: '\u200b', html: render('![](/media/a)'), name: 'Ada' })).toBe('Post by Ada');
});

test('the text has a line for each block, without labels and signs', () => {
  const text = [
    '## Steps',
    'One[^a] [two](https://example.org)\nthree\u200b',
    '- [ ] four\n- five',
    '```js\nlet six = `\n\n  7`;\n```',
    '| a | b |\n|---|---|\n| c | d |',
    '[^a]: The note',
  ].join('\n\n');
  const lines = ['Steps', 'One two', 'three', 'four', 'five', 'let six = `', '  7`;', 'a b', 'c d', 'The note'];
  expect(textOfHtml(render(text))).toBe(lines.join('\n'));
  expect(summaryOf(render(text), 20)).toBe('Steps One two three…');
  expect(summaryOf(render(text), 100)).toBe('Steps One two three four five … a b c d The note');
  expect(summaryOf(render('Run\n```sh\na\n```\n```sh\nb\n```\nThen `c`.\n```sh\nd\n```'), 100)).toBe('Run … Then c. …');
  expect(summaryOf(render('```js\nlet a;\n\nlet b;\n```'), 100)).toBe('let a; let b;');
  expect(textOfHtml(plainHtml('one <b>\n\n  two\u202e'))).toBe('one <b>\n  two');
});

test('leaves out elements that are hidden from screen readers, and links of headings', () => {
  const html =
    '<div class="heading"><h3 id="a">A</h3><a class="anchor" href="#a">#</a></div><p>b<span aria-hidden="true">x<em>y</em></span>c</p>';
  expect(textOfHtml(html)).toBe('A\nbc');
});

describe('an excerpt', () => {
  test.for([
    ['👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 8, '👩‍👩‍👧…'],
    ['ae\u0301e\u0301e\u0301', 5, 'ae\u0301…'],
    ['🇩🇪🇫🇷🇮🇹', 4, '🇩🇪…'],
    ['नमस्ते नमस्ते', 6, 'नम…'],
    ['𝒳𝒳𝒳𝒳', 3, '𝒳𝒳…'],
    [`a${'\u0301'.repeat(50)}`, 10, `a${'\u0301'.repeat(8)}…`],
    ['a word and', 8, 'a word…'],
    ['short', 5, 'short'],
  ] as const)('of %j with %i characters splits no letter', ([text, max, expected]) => {
    expect(excerptOf(text, max)).toBe(expected);
    expect(excerptOf(text, max).isWellFormed()).toBe(true);
  });
});

type Node = DefaultTreeAdapterTypes.Node;
const added = /\b(?:footnote-(?:back)?ref|link-domain|hidden-mark|anchor)\b/;

/** The text that a browser shows, without what the page adds. */
function shownText(node: Node): string {
  if (defaultTreeAdapter.isTextNode(node)) return node.value;
  if (defaultTreeAdapter.isElementNode(node)) {
    if (node.tagName === 'figcaption' || node.attrs.some(({ name, value }) => name === 'class' && added.test(value))) return '';
  }
  return 'childNodes' in node ? node.childNodes.map(shownText).join('') : '';
}
const withoutSpaces = (text: string) => text.replace(/\s+/g, '');

describe('of any Markdown, the text has exactly the characters that its author wrote', () => {
  const { tests } = createRequire(import.meta.url)('commonmark-spec') as { tests: Array<{ markdown: string }> };
  const texts = [
    ...tests.map(({ markdown }) => markdown),
    ...payloadTexts,
    ...Object.values(hostileTexts).map((text) => text.slice(0, 5000)),
  ];
  test(`in ${texts.length} texts`, () => {
    for (const text of texts)
      for (const html of [render(text), plainHtml(text)]) {
        const shown = withoutSpaces(shownText(parseFragment(html)));
        if (shown !== '') expect(withoutSpaces(textOfHtml(html)), text).toBe(shown);
        expect(shown.startsWith(withoutSpaces(textOfHtml(html, 100))) || shown === '', text).toBe(true);
      }
  });
});
