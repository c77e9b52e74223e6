interface AvatarProps {
  /** Path of the picture. */
  src: string;
  /** Width and height in pixels. */
  size: 24 | 28 | 32 | 40 | 96;
  /** Loads the picture when it comes near the viewport; for lists. */
  lazy?: boolean;
}

/** A member's picture. Decorative, because the name is always next to it. With another priority, React would preload it ahead of styles and fonts. */
export const Avatar = ({ src, size, lazy = false }: AvatarProps) => (
  <img src={src} alt="" width={size} height={size} loading={lazy ? 'lazy' : undefined} fetchPriority="low" className="avatar" />
);
