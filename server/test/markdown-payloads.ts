/* Texts that call `ran(1)` if a page ever interprets them: every script in every construct of Markdown. */

const scripts = [
  '<script>ran(1)</script>',
  '<img src=x onerror=ran(1)>',
  '<svg/onload=ran(1)>',
  '<iframe srcdoc="<script>parent.ran(1)</script>"></iframe>',
  '<details open ontoggle=ran(1)>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=ran(1)&gt;">',
  '"><img src=x onerror=ran(1)>',
  '" onfocus="ran(1)" autofocus x="',
  "' onmouseover='ran(1)' style='position:fixed;inset:0",
  '&lt;img src=x onerror=ran(1)&gt;',
  '&#x3c;script&#x3e;ran(1)&#x3c;/script&#x3e;',
  '</code></pre><script>ran(1)</script>',
  '<style>@import "https://evil.example/x.css"</style>',
  '<form action="javascript:ran(1)"><input name=body autofocus>',
];

const addresses = [
  'javascript:ran(1)',
  'JaVaScRiPt:ran(1)',
  '&#106;avascript:ran(1)',
  'javascript&colon;ran(1)',
  'java&Tab;script:ran(1)',
  'java&NewLine;script:ran(1)',
  '&#1;javascript:ran(1)',
  '%6aavascript:ran(1)',
  'vbscript:ran(1)',
  'data:text/html,<script>ran(1)</script>',
  'data:image/svg+xml;base64,PHN2Zy9vbmxvYWQ9cmFuKDEpPg==',
  '//evil.example/x',
  '/\\evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https://a@evil.example',
  'view-source:x',
  'blob:https://evil.example/1',
];

const aroundScripts: Array<(script: string) => string> = [
  (script) => script,
  (script) => `**${script}** *${script}* ~~${script}~~`,
  (script) => `# ${script}\n> ${script}\n\n- ${script}\n1. ${script}`,
  (script) => `- [ ] ${script}\n- [x] ${script}`,
  (script) => `| ${script} | b |\n|:-:|-|\n| ${script} | c |`,
  (script) => `[${script}](https://example.org "${script}")`,
  (script) => `![${script}](/media/abc "${script}") ![${script}](https://example.org/${encodeURIComponent(script)})`,
  (script) => `\`${script}\`\n\n    ${script}`,
  (script) => `\`\`\`${script}\n${script}\n\`\`\``,
  (script) => `\`\`\`html {1,${script}}\n${script}\n\`\`\``,
  (script) => `\`\`\`diff\n+${script}\n-${script}\n\`\`\``,
  (script) => `a[^${script}] b[^1]\n\n[^1]: ${script}\n[^${script}]: c`,
  (script) => `[a][${script}]\n\n[${script}]: https://example.org '${script}'`,
  (script) =>
    `<kbd>${script}</kbd> <sub ${script}>a</sub> <abbr title="${script}">b</abbr> <abbr title='${script}'>c</abbr> <ins title=${script}>d</ins>`,
  (script) => `<details ${script}><summary ${script}>${script}</summary>${script}</details>\n\n<details open="${script}">\n${script}`,
  (script) => `<!-- ${script} --> a <!--${script}-->${script}<!--> ${script} -->`,
  (script) =>
    `[a](#${encodeURIComponent(script)}) [b](<#${script}>) [c](<docs/${script}>) ![${script}](<a/${script}>)\n\n# ${script}\n\n\`\`\`js title="${script}"\n${script}\n\`\`\``,
  (script) => `https://example.org/${script} <https://example.org/?${script}>`,
];

const aroundAddresses: Array<(address: string) => string> = [
  (address) => `[a](${address}) [b](<${address}>)`,
  (address) => `![a](${address}) [![b](${address})](${address})`,
  (address) => `<${address}> ${address}`,
  (address) => `[a]\n\n[a]: ${address}`,
];

export const payloadTexts: string[] = [
  ...scripts.flatMap((script) => aroundScripts.map((around) => around(script))),
  ...addresses.flatMap((address) => aroundAddresses.map((around) => around(address))),
];
