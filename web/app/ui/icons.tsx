import type { ReactNode } from 'react';

/** SVG wrapper of every icon, drawn on a 24-unit grid. Decorative: its button or link has the accessible name. */
export function Icon({ children, filled = false }: { children: ReactNode; filled?: boolean }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={filled ? 'icon fill-current' : 'icon'}>
      {children}
    </svg>
  );
}

export const CloseIcon = () => (
  <Icon>
    <path d="M6 6l12 12M18 6 6 18" />
  </Icon>
);

export const MenuIcon = () => (
  <Icon>
    <path d="M4 6h16M4 12h16M4 18h16" />
  </Icon>
);
