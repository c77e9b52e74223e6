import type { ReactNode } from 'react';

/* The icons the pages use, drawn on a 24-unit grid with a 2-unit line. They say nothing by themselves: their button or link has the name. */

function Icon({ children, filled = false }: { children: ReactNode; filled?: boolean }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className="size-5 shrink-0"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}

const thumb = 'M7 11 11 3.5c1.5 0 2.5 1 2.5 2.5v4H19a2 2 0 0 1 2 2.3l-1 6A2 2 0 0 1 18 20H7';

export const LikeIcon = ({ filled }: { filled: boolean }) => (
  <Icon filled={filled}>
    <path d={`${thumb}z`} />
    <path d="M7 11v9H4a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1z" />
  </Icon>
);

export const DislikeIcon = () => (
  <Icon>
    <g transform="rotate(180 12 12)">
      <path d={`${thumb}z`} />
      <path d="M7 11v9H4a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1z" />
    </g>
  </Icon>
);

export const CommentIcon = () => (
  <Icon>
    <path d="M4 5h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-9l-5 4v-4H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1z" />
  </Icon>
);

export const TrashIcon = () => (
  <Icon>
    <path d="M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5" />
  </Icon>
);

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

export const WebsiteIcon = () => (
  <Icon>
    <circle cx={12} cy={12} r={9} />
    <ellipse cx={12} cy={12} rx={4} ry={9} />
    <path d="M3 12h18" />
  </Icon>
);

export const TwitterIcon = () => (
  <Icon>
    <path d="M3 4h4.5L21 20h-4.5zM20 4l-6.5 7M4 20l6.5-7" />
  </Icon>
);

export const FacebookIcon = () => (
  <Icon>
    <rect x={3} y={3} width={18} height={18} rx={4} />
    <path d="M17 8h-1.5a2.5 2.5 0 0 0-2.5 2.5V21M10 13.5h6" />
  </Icon>
);

export const YoutubeIcon = () => (
  <Icon>
    <rect x={2} y={5} width={20} height={14} rx={4} />
    <path d="M10 9v6l5-3z" />
  </Icon>
);

export const LinkedinIcon = () => (
  <Icon>
    <rect x={3} y={3} width={18} height={18} rx={4} />
    <path d="M8 11v6M8 7.5v.01M12 17v-6M12 13.5a2.25 2.25 0 0 1 4.5 0V17" />
  </Icon>
);

export const InstagramIcon = () => (
  <Icon>
    <rect x={3} y={3} width={18} height={18} rx={5} />
    <circle cx={12} cy={12} r={4} />
    <path d="M17 7v.01" />
  </Icon>
);
