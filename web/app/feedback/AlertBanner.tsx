import { CircleAlert, CircleCheck, X } from 'lucide-react';
import type { HTMLAttributes } from 'react';
import { Button, IconButton } from '../ui/Button';
import type { AlertType } from './alerts';

interface AlertBannerProps extends HTMLAttributes<HTMLDivElement> {
  alertType: AlertType;
  msg: string;
  onDismiss: () => void;
  /** Takes the action back; the alert then has an Undo button. */
  onUndo?: () => void;
}

export function AlertBanner({ alertType, msg, onDismiss, onUndo, ...attributes }: AlertBannerProps) {
  return (
    <div data-alert={alertType} className="alert" {...attributes}>
      {alertType === 'success' ? <CircleCheck className="text-success" /> : <CircleAlert className="text-danger" />}
      <span className="wrap-anywhere min-w-0 grow">{msg}</span>
      {onUndo && (
        <Button size="sm" variant="ghost" onClick={onUndo}>
          Undo
        </Button>
      )}
      <IconButton size="sm" label="Dismiss" onClick={onDismiss}>
        <X />
      </IconButton>
    </div>
  );
}
