import type { ResumeTheme } from '@dev-connector/contract';
import { baseStyle } from '../../../platform/http/page-head.ts';
import { mono, serif } from './themes.ts';

/**
 * The style sheet of a résumé page; themes.ts varies it. Small screens have one column below a sticky section bar. From 56rem, contact details and sections are in a side column
 * and dates in a separate column. Print has a plain layout that shows the address of each link.
 */
const modern = `${baseStyle}h2 { font-size: 14px; line-height: 24px; letter-spacing: 0.06em; text-transform: uppercase; color: var(--accent); }
h3 { font-size: 16px; line-height: 24px; }
h3 a { color: inherit; }
h1:has(bdi:dir(rtl)) { letter-spacing: 0; }
.label { color: var(--muted); line-height: 24px; }
.label, .at, .when, .words, .forms { font-size: 15px; }
.at, .when { color: var(--muted); line-height: 24px; }
.at a { color: inherit; }
.text p, .points li { text-wrap: pretty; }
.text p { white-space: pre-line; unicode-bidi: plaintext; }
.text p + p { margin-top: 8px; }
address { font-style: normal; margin-top: 12px; }
address li { line-height: 24px; padding: 4px 0; }
button { font: inherit; color: var(--text); background: var(--page); border: 1px solid var(--line); border-radius: 8px; padding: 9px 14px; min-height: 44px; margin-top: 8px; cursor: pointer; }
button:hover { background: var(--raised); }
.forms { display: flex; gap: 8px; margin-top: 12px; }
.forms a { border: 1px solid var(--line); border-radius: 8px; padding: 9px 16px; line-height: 24px; text-decoration: none; color: var(--text); }
.forms a:hover { background: var(--raised); }
.back { margin-bottom: 16px; font-size: 15px; line-height: 24px; }
.back a { color: var(--muted); text-decoration: none; }
.back a:hover { text-decoration: underline; }
img { border-radius: 8px; display: block; margin-bottom: 16px; object-fit: cover; }
section { padding: 24px 0; }
section + section { border-top: 1px solid var(--line); }
h2 { margin-bottom: 8px; }
article + article { margin-top: 24px; }
.points { margin-top: 8px; }
.text + .points { margin-top: 4px; }
.points li { padding-inline-start: 16px; position: relative; margin-top: 4px; }
.points li::before { content: '•'; position: absolute; inset-inline-start: 2px; color: var(--muted); }
.words { display: flex; flex-wrap: wrap; gap: 6px; margin-top: 10px; }
.words li { background: var(--raised); border: 1px solid var(--line); border-radius: 6px; padding: 0 8px; line-height: 24px; font-size: 14px; }
.code { margin-top: 4px; }
.code a { display: inline-block; padding: 10px 0; line-height: 24px; }
dt { font-weight: 600; }
.groups > div + div { margin-top: 8px; }
figure { margin: 4px 0 28px; }
.career > svg { display: block; overflow: visible; font-size: 12px; }
.career line { stroke: var(--line); }
.career text { fill: var(--muted); }
.career .skill { fill: var(--text); font-weight: 600; unicode-bidi: isolate; }
.career rect { fill: var(--accent); stroke: var(--page); stroke-width: 2; }
.career g rect { stroke: none; fill: var(--muted); }
.career .education rect { fill: var(--muted); }
.career a:hover rect { opacity: 0.85; }
.career a:focus-visible { outline: 0; }
.career a:focus-visible rect { stroke: var(--text); stroke-width: 6; }
.label-box { container-type: inline-size; line-height: 26px; color: var(--page); }
.label-box span { display: none; padding: 0 8px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.career a > foreignObject > .label-box { color: var(--text); }
.career .left { text-align: left; }
.career .right { text-align: right; }
@container (width > 48px) { .label-box span { display: block; } }
.for-readers { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
article:target h3 { text-decoration: underline; text-decoration-color: var(--accent); text-decoration-thickness: 2px; text-underline-offset: 4px; }
@media (forced-colors: active) {
  .career rect, .career .education rect { fill: Canvas; stroke: LinkText; stroke-width: 3; }
  .career g rect { fill: CanvasText; }
  .career line { stroke: GrayText; }
  .career text, .career .skill { fill: CanvasText; }
  .label-box { color: LinkText; }
}
.shortened { color: var(--muted); padding: 24px 0; }
.sample { border: 1px solid var(--line); border-radius: 8px; padding: 8px 12px; margin-top: 24px; font-size: 15px; color: var(--muted); }
.sample code { color: var(--text); overflow-wrap: anywhere; }

@media screen and (max-width: 55.99rem) {
  .rail { display: contents; }
  header { padding: 24px 16px 20px; background: var(--raised); }
  address ul { display: flex; flex-wrap: wrap; column-gap: 24px; }
  address li { padding: 10px 0; }
  nav { position: sticky; top: 0; z-index: 1; background: var(--page); border-block: 1px solid var(--line); }
  nav ul { display: flex; overflow-x: auto; padding: 0 8px; scrollbar-width: none; }
  nav a { display: block; padding: 10px 8px; line-height: 24px; font-size: 15px; white-space: nowrap; text-decoration: none; color: var(--text); }
  main { padding: 0 16px 32px; max-width: 44rem; }
}

@media screen and (min-width: 56rem) {
  html { scroll-padding-top: 24px; }
  .page { display: grid; grid-template-columns: 18rem minmax(0, 1fr); column-gap: 64px; max-width: 72rem; margin: 0 auto; padding: 0 32px; }
  .rail { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 48px 4px 32px; }
  nav { margin-top: 32px; padding-top: 20px; border-top: 1px solid var(--line); }
  nav a { display: block; padding: 6px 0; line-height: 24px; font-size: 15px; color: var(--muted); text-decoration: none; }
  nav a:hover { color: var(--text); text-decoration: underline; }
  main { padding: 24px 0 64px; }
  section { padding: 28px 0; }
  article { display: grid; grid-template-columns: 9.5rem minmax(0, 1fr); column-gap: 24px; }
  article > * { grid-column: 2; }
  .when { grid-column: 1; grid-row: 1 / span 3; white-space: nowrap; }
  article:not(:has(.when)) > *, section:not(:has(.when)) article > * { grid-column: 1 / -1; }
  .groups > div { display: grid; grid-template-columns: 9.5rem minmax(0, 1fr); column-gap: 24px; }
}

@media print {
  @page { margin: 15mm 16mm; }
  :root { color-scheme: light; --text: #14181f; --muted: #4a5160; --line: #c3c9d4; --accent: #2b3ca8; }
  body { font-size: 9.5pt; line-height: 1.4; }
  nav, .skip, .forms, .back, .sample, .career, form { display: none; }
  h1 { font-size: 21pt; line-height: 1.15; }
  h2 { font-size: 8.5pt; line-height: 1.5; break-after: avoid; margin-bottom: 4pt; }
  h3 { font-size: 10pt; line-height: 1.4; break-after: avoid; }
  .label { font-size: 11pt; }
  .at, .when, .words li { font-size: 9pt; line-height: 1.4; }
  a { color: inherit; text-decoration: none; }
  a[data-print]::after { content: ' (' attr(data-print) ')'; color: var(--muted); font-weight: 400; font-size: 8.5pt; }
  img { float: inline-end; width: 22mm; height: 22mm; }
  address { margin-top: 4pt; }
  address ul { display: flex; flex-wrap: wrap; column-gap: 12pt; }
  address li { padding: 0; line-height: 1.4; font-size: 9pt; }
  section { padding: 7pt 0; }
  header { padding-bottom: 8pt; }
  main { border-top: 1px solid var(--line); }
  article { display: grid; grid-template-columns: 34mm minmax(0, 1fr); column-gap: 4mm; break-inside: avoid; }
  article > * { grid-column: 2; }
  .when { grid-column: 1; grid-row: 1 / span 3; white-space: nowrap; }
  article:not(:has(.when)) > *, section:not(:has(.when)) article > * { grid-column: 1 / -1; }
  article + article { margin-top: 7pt; }
  .points, .text + .points { margin-top: 1pt; }
  .points li { margin-top: 1pt; padding-inline-start: 9pt; break-inside: avoid; }
  .points li::before { inset-inline-start: 1pt; }
  .words { margin-top: 1pt; gap: 0; }
  .words li { border: 0; padding: 0; }
  .words li + li::before { content: ' · '; white-space: pre; }
  .code { margin-top: 0; }
  .code a { padding: 0; line-height: 1.4; }
  p { orphans: 3; widows: 3; }
  .groups > div { display: grid; grid-template-columns: 34mm minmax(0, 1fr); column-gap: 4mm; break-inside: avoid; }
  .groups > div + div { margin-top: 1pt; }
}
`;

/** The style sheet of each theme. */
export const resumeStyles: Record<ResumeTheme, string> = { modern, serif: modern + serif, mono: modern + mono };
