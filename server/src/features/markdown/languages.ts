import { createRequire } from 'node:module';
import type { LanguageFn, Mode } from 'highlight.js';
import hljs from 'highlight.js/lib/core';
import { astro, prisma, svelte, terraform, vue, zig } from './grammars.ts';

const require = createRequire(import.meta.url);

/** Languages with their label, their grammar, and the names that authors type: abbreviations, file extensions and file names. */
const table = `
Apex: java apex
Ada: ada adb ads
Apache: apache apacheconf htaccess
AppleScript: applescript osascript scpt
Arduino: arduino ino
Assembly: x86asm asm nasm assembly masm s
ARM assembly: armasm arm
MIPS assembly: mipsasm mips
AsciiDoc: asciidoc adoc
Astro: astro
Awk: awk gawk
Bash: bash sh zsh shellscript fish ksh bashrc zshrc
Batch: dos bat batch cmd
BASIC: basic bas
C: c h
C#: csharp cs c# csx
C++: cpp c++ cc cxx hpp hh hxx h++ cuda cu
Cap’n Proto: capnproto capnp
Clojure: clojure clj cljs cljc edn
CMake: cmake cmakelists.txt
CoffeeScript: coffeescript coffee
Common Lisp: lisp cl lsp elisp el emacs-lisp common-lisp commonlisp
Crystal: crystal cr
CSS: css postcss pcss
D: d dlang
Dart: dart flutter
Delphi: delphi pascal pas dpr objectpascal
Diff: diff patch udiff
DNS zone: dns zone bind
Dockerfile: dockerfile docker containerfile
EBNF: ebnf bnf
Elixir: elixir ex exs heex eex leex
Elm: elm
Embedded Ruby: erb ejs
Environment: properties env dotenv
Erlang: erlang erl hrl
Fortran: fortran f90 f95 f03 f08 for
F#: fsharp fs f# fsx fsi
GDScript: python gdscript gd
Gherkin: gherkin cucumber feature
GLSL: glsl hlsl wgsl vert frag shader
Go: go golang gomod go.mod
Gradle: gradle
GraphQL: graphql gql graphqls
Groovy: groovy jenkinsfile jenkins nextflow
Handlebars: handlebars hbs mustache
Haskell: haskell hs lhs
Haxe: haxe hx
HTML: xml html htm xhtml html5 cshtml razor
HTTP: http https
INI: ini ini cfg conf config editorconfig gitconfig npmrc
Java: java java jsp
JavaScript: javascript javascript js mjs cjs node es6 ecmascript
JSX: javascript jsx
JSON: json json5 jsonl ndjson geojson webmanifest
JSONC: json jsonc
Julia: julia jl
Kotlin: kotlin kt kts ktm
LaTeX: latex tex bib bibtex
Less: less
Liquid: twig liquid
LLVM IR: llvm ll
Lua: lua luau
Makefile: makefile make mk mak gnumakefile justfile just
Markdown: markdown md mkd mdown mdx
Mathematica: mathematica wolfram wl nb
MATLAB: matlab octave
Nginx: nginx nginxconf nginx.conf
Nim: nim nimrod
Nix: nix nixos
Objective-C: objectivec objc obj-c objective-c mm objective-c++ obj-c++
OCaml: ocaml ml mli
ReasonML: reasonml re rei rescript res
OpenSCAD: openscad scad
Perl: perl pl pm raku
PHP: php php3 php4 php5 php7 php8 phtml
PL/pgSQL: pgsql plpgsql
PostgreSQL: pgsql postgres postgresql psql
PowerShell: powershell pwsh ps ps1 psm1 psd1 posh
Prisma: prisma
Prolog: prolog
Properties: properties properties
Protocol Buffers: protobuf proto proto3
Puppet: puppet pp
Python: python python py py3 python3 pyw pyi gyp ipython sage starlark bzl bazel
Python console: python-repl pycon python-console
QML: qml
R: r rscript rlang
Ruby: ruby rb gemspec podspec rake rakefile gemfile irb jruby podfile vagrantfile
Rust: rust rs
Sass: stylus sass
SAS: sas
Scala: scala sc sbt
Scheme: scheme scm racket rkt
SCSS: scss
Shell session: shell console shellsession shell-session sh-session bash-session terminal
Smalltalk: smalltalk st
Solidity: solidity sol
SQL: sql mysql sqlite sqlite3 mariadb tsql mssql plsql ddl
Stata: stata do ado
Standard ML: sml
Stylus: stylus stylus styl
Svelte: svelte
Swift: swift
SystemVerilog: verilog systemverilog sv svh
Systemd: ini systemd service
Tcl: tcl tk
Terraform: terraform tf hcl tfvars opentofu tofu packer nomad
Thrift: thrift
TOML: ini toml pyproject
TSX: typescript tsx
Twig: twig twig jinja jinja2 j2 nunjucks njk
Django: django
TypeScript: typescript typescript ts mts cts deno
Vala: vala
VBScript: vbscript vbs
Verilog: verilog verilog v
VHDL: vhdl vhd
Vim script: vim viml vimscript vimrc
Visual Basic: vbnet vb vba visualbasic vb.net
Vue: vue vue3 vuejs
WebAssembly: wasm wat wast
XML: xml xml xsd xsl xslt svg rss atom plist xaml csproj wsdl pom
XQuery: xquery xq xpath
YAML: yaml yml docker-compose compose eyaml
Zig: zig zon
Plain text: plaintext text txt plain none
`;

export interface Language {
  label: string;
  /** Its grammar in highlight.js. */
  grammar: string;
}

const byName = new Map<string, Language>();
for (const [, label = '', names = ''] of table.matchAll(/^(.+): (.+)$/gm)) {
  const [grammar = '', ...others] = names.split(' ');
  for (const name of others) byName.set(name, { label, grammar });
}
/* The name of a grammar is that of its language, unless the table says otherwise. */
for (const [, label = '', grammar = ''] of table.matchAll(/^(.+?): (\S+)/gm))
  if (!byName.has(grammar)) byName.set(grammar, { label, grammar });

/** The names of all languages. */
export const languageNames: string[] = [...byName.keys()];

/** Returns the language of a name, as in `ts`, `C++`, `.py`, `language-js`, `rust,no_run`, `js:app.js`, `src/app.ts` and `Dockerfile.dev`. */
export function findLanguage(name: string): Language | undefined {
  const short = name.toLowerCase().replace(/^(?:lang(?:uage)?-|\.)/, '');
  const [beforeSign = ''] = short.split(/[,:;=[(|]/, 1);
  const file = short.split('/').at(-1) ?? '';
  const candidates = [short, beforeSign, file, file.split('.').at(-1) ?? '', file.split('.', 1)[0] ?? ''];
  return candidates.map((candidate) => byName.get(candidate)).find((language) => language !== undefined);
}

const own: Record<string, LanguageFn> = { astro, prisma, svelte, terraform, vue, zig };

/** The grammars that a grammar uses for parts. */
const parts: Record<string, string[]> = {
  ...{
    asciidoc: ['xml'],
    astro: ['typescript', 'javascript', 'css', 'scss', 'less'],
    dart: ['markdown'],
    django: ['xml'],
    dockerfile: ['bash'],
  },
  ...{ erb: ['xml', 'ruby'], handlebars: ['xml'], javascript: ['xml', 'css', 'graphql'], markdown: ['xml'], nix: ['markdown'] },
  ...{ 'python-repl': ['python'], qml: ['xml'], shell: ['bash'], twig: ['xml'], typescript: ['xml', 'css', 'graphql'] },
  ...{ svelte: ['typescript', 'javascript', 'css', 'scss', 'less'], vue: ['typescript', 'javascript', 'css', 'scss', 'less', 'stylus'] },
  ...{ xml: ['css', 'javascript'], xquery: ['xml'], yaml: ['ruby'] },
};

/** Whether this thread has compiled a grammar. */
export const isCompiled = (grammar: string): boolean => hljs.getLanguage(grammar) !== undefined;

/** Loads and compiles a grammar and its parts, unless this thread has done so: all grammars take a second. */
export function compile(grammar: string): void {
  if (isCompiled(grammar)) return;
  load(grammar);
  for (const part of parts[grammar] ?? []) compile(part);
  highlight('', grammar);
}

/** Highlights code as HTML with the classes of highlight.js. The grammar must be compiled. */
export const highlight = (code: string, grammar: string): string => hljs.highlight(code, { language: grammar, ignoreIllegals: true }).value;

function load(grammar: string): void {
  const define: LanguageFn =
    own[grammar] ?? (grammar === 'solidity' ? require('highlightjs-solidity').solidity : require(`highlight.js/lib/languages/${grammar}`));
  hljs.registerLanguage(grammar, (api) => withoutDetection(define(api)));
}

/** Removes parts whose language would be detected among those that happen to be loaded. */
function withoutDetection<T extends Mode>(mode: T, seen = new Set<object>()): T {
  if (seen.has(mode)) return mode;
  seen.add(mode);
  if (Array.isArray(mode.subLanguage)) mode.subLanguage = undefined;
  for (const part of [...(mode.contains ?? []), ...(mode.variants ?? []), mode.starts])
    if (part && part !== 'self') withoutDetection(part, seen);
  return mode;
}
