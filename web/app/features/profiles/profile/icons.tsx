import { Icon } from '../../../ui/icons';

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
