/*
 * Adapts the admin's colour to both themes: mixes it with black or white in steps of 1 % until it can be read as text on every surface of the theme. A
 * solution always exists, so any colour is accepted.
 */

type Rgb = readonly [number, number, number];

export interface Accent {
  light: string;
  dark: string;
}

/** The accent of a site without one: that of the icon (web/public/icon.svg). */
export const defaultAccent = '#3046c8';

/** Contrast of text by WCAG 2.2, success criterion 1.4.3. */
const minContrast = 4.5;

/** The surface with the least contrast, `sunken`, in both themes (web/app/styles/tokens.css). */
const surfaces = { light: '#f4f4f6', dark: '#252931' };
const [black, white]: [Rgb, Rgb] = [
  [0, 0, 0],
  [255, 255, 255],
];

/** Returns the colours for both themes: the accent itself, or the nearest mix with black or white of sufficient contrast. */
export const adaptAccent = (accent: string): Accent => ({
  light: adapt(accent, surfaces.light, black),
  dark: adapt(accent, surfaces.dark, white),
});

function adapt(accent: string, surface: string, towards: Rgb): string {
  for (let percent = 0; ; percent++) {
    const colour = toHex(mix(parse(accent), towards, percent / 100));
    if (contrast(colour, surface) >= minContrast) return colour;
  }
}

/** The style sheet that sets the accent, whichever theme the browser or the viewer chooses. */
export function accentStyle(accent: string): string {
  const { light, dark } = adaptAccent(accent);
  const colours = `light-dark(${light},${dark})`;
  const contents = `light-dark(${onTop(light)},${onTop(dark)})`;
  return `:root{--color-accent:${colours};--color-accent-content:${contents}}`;
}

/** Returns the colour for text on this colour: black or white, of which one always has a contrast above 4.5. */
const onTop = (colour: string): string => (contrast(colour, '#ffffff') >= contrast(colour, '#000000') ? '#ffffff' : '#000000');

/** Returns the contrast ratio of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(parse(one)), luminance(parse(other))].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance (WCAG 2.2). */
function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const parse = (hex: string): Rgb => [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)) as unknown as Rgb;
const mix = (one: Rgb, other: Rgb, share: number): Rgb =>
  one.map((channel, index) => Math.round(channel * (1 - share) + (other[index] ?? 0) * share)) as unknown as Rgb;
const toHex = (colour: Rgb): string => `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
