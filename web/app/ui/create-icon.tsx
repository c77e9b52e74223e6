import { createElement } from 'react';
import { Icon } from './icons';

interface IconData {
  node: ReadonlyArray<readonly [tag: string, attributes: Record<string, string>]>;
}

/** Replaces the function of lucide-react that makes a component of an icon (`vite.config.ts`): 2 KB for properties that no icon here has. */
export default function createLucideIcon({ node }: IconData) {
  const children = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ className }: { className?: string }) => createElement(Icon, { className }, ...children);
}
