/** Style sheet of the API page. The page's policy contains its hash. */
export const docsStyle = `
:root {
  color-scheme: light dark;
  --text: light-dark(#1f2328, #e6edf3);
  --muted: light-dark(#59636e, #9198a1);
  --page: light-dark(#ffffff, #0d1117);
  --raised: light-dark(#f6f8fa, #151b23);
  --line: light-dark(#d1d9e0, #3d444d);
  --accent: light-dark(#0969da, #4493f8);
}
* { box-sizing: border-box; margin: 0; }
html { scroll-padding-top: 64px; }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); overflow-wrap: anywhere; }
header, nav ul, main { max-width: 72rem; margin: 0 auto; padding: 0 16px; }
header { padding-top: 32px; padding-bottom: 16px; }
h1 { font-size: 24px; line-height: 32px; }
h2 { font-size: 24px; line-height: 32px; margin: 40px 0 16px; }
h3 { font-size: 16px; line-height: 24px; }
h1 small, small { font-size: 14px; font-weight: 400; color: var(--muted); }
header p { max-width: 42rem; margin-top: 8px; color: var(--muted); }
a { color: var(--accent); text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
code, .method { font: 14px/1.5 ui-monospace, monospace; }
nav { position: sticky; top: 0; background: var(--page); border-block: 1px solid var(--line); }
nav ul { display: flex; gap: 4px; list-style: none; overflow-x: auto; }
nav a { display: block; padding: 10px 8px; line-height: 24px; white-space: nowrap; text-decoration: none; }
nav li:first-child { margin-left: -8px; }
nav a:hover { text-decoration: underline; }
article { border: 1px solid var(--line); border-radius: 8px; margin-bottom: 16px; }
article:target { border-color: var(--accent); }
h3 { padding: 12px 16px; background: var(--raised); border-bottom: 1px solid var(--line); border-radius: 8px 8px 0 0; }
.method { font-weight: 700; color: var(--accent); }
h3 code { font-weight: 600; }
h3 em { float: right; font: 14px/24px system-ui, sans-serif; color: var(--muted); }
article > p { padding: 12px 16px 0; }
article > table { margin: 4px 16px 12px; width: calc(100% - 32px); }
dl { display: grid; grid-template-columns: 112px minmax(0, 1fr); gap: 8px 16px; padding: 12px 16px 16px; }
dt { font-size: 14px; line-height: 24px; color: var(--muted); }
dt.status { font-family: ui-monospace, monospace; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 8px 16px 8px 0; border-bottom: 1px solid var(--line); }
tr:last-child > th, tr:last-child > td { border-bottom: 0; }
dd > table tr:first-child > * { padding-top: 0; }
th { width: 16rem; font-weight: 600; }
dd > a { display: inline-block; }
details { margin-top: 4px; }
summary { width: max-content; font-size: 14px; line-height: 24px; color: var(--muted); cursor: pointer; }
pre { font: 14px/1.5 ui-monospace, monospace; margin-top: 4px; padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--raised); overflow-x: auto; white-space: pre-wrap; }
article > details { padding: 0 16px 12px; }
td p { font-size: 14px; color: var(--muted); }
@media (max-width: 640px) {
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dd { margin-bottom: 8px; }
  tr, th, td { display: block; width: auto; }
  th { border-bottom: 0; padding-bottom: 0; }
  td, tr:first-child > td { padding-top: 0; }
}
`;
