import { networkNames, socialNetworks } from '@dev-connector/contract';
import { useId } from 'react';
import type { Values } from '../../../forms/Form';
import { Button } from '../../../ui/Button';
import { TextField } from '../../../ui/fields/Field';

interface SocialLinksProps {
  links: Values;
  open: boolean;
  onToggle: () => void;
  errors: Record<string, string>;
}

/** Collapsible fields for social links. Collapsed fields stay in the form, so their values are submitted. */
export function SocialLinks({ links, open, onToggle, errors }: SocialLinksProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button aria-expanded={open} aria-controls={id} onClick={onToggle}>
          Add Social Network Links
        </Button>
        <span className="text-muted text-sm">Optional</span>
      </div>
      <div id={id} hidden={!open} className="grid items-start gap-5 sm:grid-cols-2">
        {socialNetworks.map((network) => (
          <TextField
            key={network}
            name={network}
            label={networkNames[network]}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            defaultValue={links[network]}
            error={errors[network]}
          />
        ))}
      </div>
    </div>
  );
}
