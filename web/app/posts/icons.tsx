import { Icon } from '../ui/icons';

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
