/*
 * Themes of the résumé page, which follow its style sheet. Colours and sizes are for screens only: print has those of the style sheet in every theme. All text has a
 * contrast of at least 4.5:1 (server/test/unit/resume-themes.test.ts).
 */

/** A book: an old-style serif, warm paper, italic headings and lists of words without boxes. */
export const serif = `
:root { --font: 'Iowan Old Style', 'Palatino Linotype', Palatino, 'URW Palladio L', P052, 'Book Antiqua', Georgia, 'Noto Serif', serif; }
h1, h2, h3 { font-weight: 500; }
h2 { text-transform: none; letter-spacing: 0; font-style: italic; }
.words li + li::before { content: ' · '; white-space: pre; }
@media screen {
  :root {
    --text: light-dark(#211c16, #ece6dc);
    --muted: light-dark(#685d4f, #b5aa99);
    --page: light-dark(#fdfbf6, #181510);
    --raised: light-dark(#f5f0e6, #221e17);
    --line: light-dark(#e2d9c8, #3d372c);
    --accent: light-dark(#8a3324, #e8a08f);
  }
  body { font-size: 17px; line-height: 1.55; }
  h1 { font-size: 40px; line-height: 44px; letter-spacing: -0.01em; }
  h2 { font-size: 20px; line-height: 28px; }
  h3 { font-size: 18px; }
  .words { gap: 0; }
  .words li { background: none; border: 0; border-radius: 0; padding: 0; font-size: 16px; }
}
`;

/** A terminal: one size and width of letter, marked headings, square corners. */
export const mono = `
:root { --font: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', 'Noto Sans Mono', monospace; }
h2 { text-transform: none; letter-spacing: 0; }
h2::before { content: '# ' / ''; color: var(--muted); }
@media screen {
  :root {
    --text: light-dark(#1b211e, #dfe7e2);
    --muted: light-dark(#55605a, #9aa8a0);
    --page: light-dark(#fbfcfb, #0e1211);
    --raised: light-dark(#f0f3f1, #161c1a);
    --line: light-dark(#d5ddd8, #2f3936);
    --accent: light-dark(#0b6640, #7fd6a4);
  }
  body, h2, h3, .label, .at, .when, .words, .forms, .words li, nav a { font-size: 14px; }
  h1 { font-size: 26px; line-height: 34px; }
  img, button, .forms a, .words li { border-radius: 0; }
  .words li { background: none; }
}
`;
