import { Heart, Plus, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../ui/Button';
import { Section } from '../../ui/Section';

const variants = ['primary', 'neutral', 'ghost', 'danger'] as const;

export const Buttons = () => (
  <Section heading="Buttons">
    {(['md', 'sm'] as const).map((size) => (
      <div key={size} className="flex flex-wrap items-center gap-2">
        {variants.map((variant) => (
          <Button key={variant} variant={variant} size={size}>
            {variant}
          </Button>
        ))}
        <Button variant="primary" size={size} pending>
          pending
        </Button>
        <Button size={size} disabled>
          disabled
        </Button>
        <Button size={size}>
          <Plus /> icon
        </Button>
      </div>
    ))}
    <div className="flex flex-wrap items-center gap-2">
      <IconButton label="Like">
        <Heart />
      </IconButton>
      <IconButton label="Delete" variant="neutral">
        <Trash2 />
      </IconButton>
      <IconButton label="Delete" size="sm">
        <Trash2 />
      </IconButton>
      <fieldset className="segmented">
        <button type="button" className="btn" aria-pressed="true">
          2 spaces
        </button>
        <button type="button" className="btn" aria-pressed="false">
          4 spaces
        </button>
        <button type="button" className="btn" aria-pressed="false">
          Tab
        </button>
      </fieldset>
    </div>
  </Section>
);
