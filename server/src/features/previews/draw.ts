import { type Html, html } from '../../platform/http/html.ts';
import type { Typesetter, Weight } from './fonts.ts';
import { type Picture, pictureSize } from './picture.ts';
import { type Block, cleanText, fitText } from './text.ts';

const { width, height } = pictureSize;
const colors = { page: '#ffffff', text: '#171b24', muted: '#596272', line: '#dfe3ea' };
/* In pixels. */
const margin = 80;
const imageSize = 184;
const footerHeight = 118;
const lineHeight = 1.16;
const gap = 22;
const tag = { size: 28, height: 52, padding: 20, gap: 14 };

/** Draws a picture as SVG. */
export function draw({ title, lines, tags, site, accent, image, initials }: Picture, typesetter: Typesetter): string {
  const hasImage = image !== undefined || initials !== undefined;
  const textWidth = width - 2 * margin - (hasImage ? imageSize + 56 : 0);
  const fit = (text: string, sizes: number[], maxLines: number) => fitText(text, { sizes, width: textWidth, lines: maxLines }, typesetter);
  const blocks = [
    { ...fit(cleanText(title) || '?', [84, 68, 54], 2), weight: 600 as const, color: colors.text },
    ...lines
      .map(cleanText)
      .filter(Boolean)
      .map((line, index) => ({
        ...fit(line, index === 0 ? [38, 34] : [30], index === 0 ? 2 : 1),
        weight: 400 as const,
        color: colors.muted,
      })),
  ];
  const chips = tagsThatFit(tags.map(cleanText).filter(Boolean), typesetter);
  const textHeight = blocks.reduce((sum, block) => sum + heightOf(block), 0) + gap * (blocks.length - 1);
  const chipsHeight = chips.length > 0 ? tag.height + 1.6 * gap : 0;
  const bottom = site ? height - footerHeight : height;
  const top = Math.max(margin * 0.8, (bottom - textHeight - chipsHeight) / 2);

  const drawn: Html[] = [];
  let y = top;
  for (const block of blocks) {
    for (const line of block.lines) {
      drawn.push(drawText(line, { x: margin, y: y + block.size * 0.92, ...block }, typesetter));
      y += block.size * lineHeight;
    }
    y += gap;
  }
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="${colors.page}"/><rect width="${width}" height="14" fill="${accent}"/>
${drawn}${chips.map((chip) => drawTag(chip, y + 0.6 * gap, typesetter))}${hasImage && drawImage(image, initials, top, typesetter)}${site && drawFooter(cleanText(site), accent, typesetter)}</svg>`
    .text;
}

const heightOf = ({ size, lines }: Block): number => lines.length * size * lineHeight;

interface TextStyle {
  x: number;
  y: number;
  size: number;
  weight: Weight;
  color: string;
  centered?: boolean;
}

/** Draws a text. Each run has its own position, because resvg would otherwise use the fallback of one run for all. */
function drawText(text: string, { x, y, size, weight, color, centered }: TextStyle, typesetter: Typesetter): Html {
  const runs = typesetter.runs(text, weight);
  let at = centered ? x - (runs.reduce((sum, run) => sum + run.width, 0) * size) / 2 : x;
  const parts = runs.map((run) => {
    const start = at;
    at += run.width * size;
    return html`<tspan x="${start}" font-family="${run.family}">${run.text}</tspan>`;
  });
  return html`<text y="${y}" font-size="${size}" font-weight="${weight}" fill="${color}" xml:space="preserve">${parts}</text>`;
}

interface Chip {
  text: string;
  x: number;
  width: number;
}

/** The first tags that fit next to each other. */
function tagsThatFit(tags: string[], { widthOf }: Typesetter): Chip[] {
  const chips: Chip[] = [];
  let x = margin;
  for (const text of tags) {
    const chipWidth = widthOf(text) * tag.size + 2 * tag.padding;
    if (x + chipWidth > width - margin) break;
    chips.push({ text, x, width: chipWidth });
    x += chipWidth + tag.gap;
  }
  return chips;
}

const drawTag = (chip: Chip, y: number, typesetter: Typesetter): Html =>
  html`<rect x="${chip.x}" y="${y}" width="${chip.width}" height="${tag.height}" rx="10" fill="none" stroke="${colors.line}" stroke-width="2"/>${drawText(
    chip.text,
    { x: chip.x + chip.width / 2, y: y + tag.height * 0.68, size: tag.size, weight: 400, color: colors.text, centered: true },
    typesetter,
  )}`;

function drawImage(image: Picture['image'], initials: Picture['initials'], top: number, typesetter: Typesetter): Html {
  const x = width - margin - imageSize;
  const [radius, middle] = [imageSize / 2, { x: x + imageSize / 2, y: top + imageSize / 2 }];
  if (!image)
    return html`<circle cx="${middle.x}" cy="${middle.y}" r="${radius}" fill="${initials?.color}"/>${drawText(
      cleanText(initials?.text ?? ''),
      { x: middle.x, y: middle.y + 26, size: 74, weight: 600, color: '#ffffff', centered: true },
      typesetter,
    )}`;
  return html`<clipPath id="frame"><rect x="${x}" y="${top}" width="${imageSize}" height="${imageSize}" rx="${image.round ? radius : 0}"/></clipPath>
<image x="${x}" y="${top}" width="${imageSize}" height="${imageSize}" preserveAspectRatio="xMidYMid ${image.round ? 'slice' : 'meet'}" clip-path="url(#frame)" href="data:${image.type};base64,${image.data}"/>`;
}

function drawFooter(site: string, accent: string, typesetter: Typesetter): Html {
  const [y, size] = [height - footerHeight, 30];
  const { lines } = fitText(site, { sizes: [size], width: width - 2 * margin - 40, lines: 1 }, typesetter);
  return html`<path d="M${margin} ${y}H${width - margin}" stroke="${colors.line}" stroke-width="2"/>
<rect x="${margin}" y="${y + 41}" width="24" height="24" rx="6" fill="${accent}"/>
${drawText(lines[0] ?? '', { x: margin + 40, y: y + 64, size, weight: 600, color: colors.text }, typesetter)}`;
}
