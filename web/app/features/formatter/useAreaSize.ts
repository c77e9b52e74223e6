import { useMediaQuery } from '../../ui/browser/useMediaQuery';

/** Columns and rows of the text areas. */
const sizes = { desktop: { cols: 60, rows: 25 }, mobile: { cols: 44, rows: 18 } };

export const useAreaSize = () => (useMediaQuery('(max-width: 639px)') ? sizes.mobile : sizes.desktop);
