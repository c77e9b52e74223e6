import type { HLJSApi, Language, LanguageFn } from 'highlight.js';

/* Grammars of languages that highlight.js lacks. Each rule matches within a line or up to an end mark, so that they take linear time. */

const words = (list: string) => list.split(' ');

/** Terraform and other HCL (https://github.com/hashicorp/hcl/blob/main/hclsyntax/spec.md). */
export const terraform: LanguageFn = (hljs: HLJSApi): Language => {
  const interpolation = {
    className: 'subst',
    begin: /[$%]\{/,
    end: /\}/,
    keywords: { literal: words('true false null') },
    contains: [hljs.NUMBER_MODE],
  };
  return {
    name: 'Terraform',
    keywords: {
      keyword: words(
        'resource data variable output module provider terraform locals moved import check removed dynamic for_each for in if else endif endfor',
      ),
      literal: words('true false null'),
      type: words('string number bool list map set object tuple any'),
      built_in: words('var local each count path self'),
    },
    contains: [
      hljs.HASH_COMMENT_MODE,
      hljs.C_LINE_COMMENT_MODE,
      hljs.C_BLOCK_COMMENT_MODE,
      { className: 'string', begin: /<<-?\w+$/, end: /^\s*\w+$/, contains: [interpolation] },
      { className: 'string', begin: /"/, end: /"/, illegal: /\n/, contains: [hljs.BACKSLASH_ESCAPE, interpolation] },
      { className: 'attr', match: /^[ \t]*[\w-]+(?=[ \t]*=(?!=))/ },
      { className: 'title', match: /\b[a-z]\w*(?=\()/ },
      hljs.NUMBER_MODE,
    ],
  };
};

/** Zig (https://ziglang.org/documentation/master/#Grammar). */
export const zig: LanguageFn = (hljs: HLJSApi): Language => ({
  name: 'Zig',
  keywords: {
    keyword: words(
      'addrspace align allowzero and anyframe anytype asm async await break callconv catch comptime const continue defer else enum errdefer error export extern fn for if inline linksection noalias noinline nosuspend opaque or orelse packed pub resume return struct suspend switch test threadlocal try union unreachable usingnamespace var volatile while',
    ),
    literal: words('true false null undefined'),
    type: words('bool void noreturn type anyerror anyopaque isize usize f16 f32 f64 f80 f128 comptime_int comptime_float'),
  },
  contains: [
    hljs.COMMENT(/\/\//, /$/),
    { className: 'string', begin: /\\\\/, end: /$/ },
    { className: 'string', begin: /"/, end: /"/, illegal: /\n/, contains: [hljs.BACKSLASH_ESCAPE] },
    { className: 'string', match: /'(?:[^'\\\n]|\\[^\n]){1,12}'/ },
    { className: 'built_in', match: /@[A-Za-z_]\w*/ },
    { className: 'type', match: /\b[iu]\d{1,5}\b/ },
    { className: 'title', match: /(?<=\bfn )[A-Za-z_]\w*/ },
    { className: 'number', match: /\b\d(?:[\w.]*\w)?/ },
  ],
});

/** The schema language of Prisma (https://www.prisma.io/docs/orm/reference/prisma-schema-reference). */
export const prisma: LanguageFn = (hljs: HLJSApi): Language => ({
  name: 'Prisma',
  keywords: {
    keyword: words('model enum type view datasource generator'),
    type: words('String Int BigInt Boolean DateTime Float Decimal Json Bytes Unsupported'),
    literal: words('true false null'),
    built_in: words('autoincrement cuid dbgenerated env now ulid uuid'),
  },
  contains: [
    hljs.C_LINE_COMMENT_MODE,
    { className: 'string', begin: /"/, end: /"/, illegal: /\n/, contains: [hljs.BACKSLASH_ESCAPE] },
    { className: 'meta', match: /@@?[A-Za-z][\w.]*/ },
    hljs.NUMBER_MODE,
  ],
});

/** Components of Vue, Svelte and Astro: HTML with scripts, styles and expressions in braces. */
const component =
  (name: string, expression: { begin: RegExp; end: RegExp; keywords?: RegExp }): LanguageFn =>
  (hljs: HLJSApi): Language => {
    const embedded = (tag: string, attribute: string, language: string) => ({
      begin: new RegExp(`<${tag}(?=[^>\\n]{0,200}${attribute})[^>\\n]{0,200}>`),
      beginScope: 'name',
      end: new RegExp(`</${tag}>`),
      endScope: 'name',
      contains: [{ begin: /(?!<)/, end: new RegExp(`(?=</${tag}>)`), subLanguage: language, endsWithParent: true, excludeEnd: true }],
    });
    const strings = [hljs.APOS_STRING_MODE, hljs.QUOTE_STRING_MODE];
    return {
      name,
      contains: [
        hljs.COMMENT(/<!--/, /-->/),
        ...(name === 'Astro'
          ? [
              {
                className: 'meta',
                begin: /^---$/,
                end: /^---$/,
                contains: [{ begin: /^(?!---)/, end: /(?=^---$)/, subLanguage: 'typescript' }],
              },
            ]
          : []),
        embedded('script', `lang=["']ts["']`, 'typescript'),
        embedded('script', '', 'javascript'),
        embedded('style', `lang=["'](?:scss|sass)["']`, 'scss'),
        embedded('style', `lang=["']less["']`, 'less'),
        embedded('style', `lang=["']stylus["']`, 'stylus'),
        embedded('style', '', 'css'),
        {
          className: 'tag',
          begin: /<\/?(?=[A-Za-z])/,
          end: /\/?>/,
          contains: [
            { className: 'name', match: /(?<=<\/?)[A-Za-z][\w.:-]*/ },
            { className: 'attr', match: /[\w.:@#-]+(?:\[\w*\])?/ },
            { className: 'string', begin: /"/, end: /"/ },
            { className: 'string', begin: /'/, end: /'/ },
            { className: 'template-variable', begin: /\{/, end: /\}/, contains: strings },
          ],
        },
        {
          className: 'template-variable',
          begin: expression.begin,
          end: expression.end,
          keywords: words('if else each await then catch key snippet render html const as of in true false null undefined'),
          contains: [...strings, hljs.C_NUMBER_MODE, { begin: /\{/, end: /\}/, contains: strings }],
        },
      ],
    };
  };

export const vue = component('Vue', { begin: /\{\{/, end: /\}\}/ });
export const svelte = component('Svelte', { begin: /\{[#:/@]?/, end: /\}/ });
export const astro = component('Astro', { begin: /\{/, end: /\}/ });
