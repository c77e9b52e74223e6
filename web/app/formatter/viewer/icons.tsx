export const Arrow = ({ up = false }: { up?: boolean }) => (
  <svg aria-hidden="true" viewBox="0 0 12 12" className={`formatter-icon ${up ? 'rotate-180' : ''}`}>
    <path d="M2.5 4.5 6 8l3.5-3.5" />
  </svg>
);

export const Chevron = ({ folded }: { folded: boolean }) => (
  <svg aria-hidden="true" viewBox="0 0 12 12" className={`formatter-icon ${folded ? '-rotate-90' : ''}`}>
    <path d="M2.5 4.5 6 8l3.5-3.5" />
  </svg>
);
