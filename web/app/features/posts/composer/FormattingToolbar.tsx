import { Bold, Code, Italic, Link } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../ui/Button';
import { ariaKeysOf, shortcuts, tooltipOf } from '../../../ui/keys/shortcuts';
import { tools } from './markdown/useTextEditing';

const icons = { bold: <Bold />, italic: <Italic />, link: <Link />, code: <Code /> };

interface FormattingToolbarProps {
  onEdit: (edit: (typeof tools)[number]['edit']) => void;
  /** More buttons. */
  children: ReactNode;
}

/** Buttons that format the selected text. */
export const FormattingToolbar = ({ onEdit, children }: FormattingToolbarProps) => (
  <div role="toolbar" aria-label="Formatting" className="-ml-1.5 flex">
    {tools.map((tool) => (
      <IconButton
        key={tool.id}
        size="sm"
        label={shortcuts[tool.id].description}
        title={tooltipOf(tool.id)}
        aria-keyshortcuts={ariaKeysOf(tool.id)}
        className="text-muted"
        onClick={() => onEdit(tool.edit)}
      >
        {icons[tool.id]}
      </IconButton>
    ))}
    {children}
  </div>
);
