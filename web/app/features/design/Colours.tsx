import { Section } from '../../ui/Section';

const surfaces = ['bg-surface', 'bg-raised', 'bg-sunken'];
const texts = ['text-ink', 'text-muted', 'text-accent', 'text-danger', 'text-success', 'text-warning'];
const sizes = ['text-2xl', 'text-xl', 'text-lg', 'text-base', 'text-sm', 'text-xs'];

export const Colours = () => (
  <Section heading="Colours and type">
    <div className="grid gap-2 sm:grid-cols-3">
      {surfaces.map((surface) => (
        <div key={surface} className={`rounded-md border border-line p-3 text-sm ${surface}`}>
          <p className="mb-2 font-medium">{surface}</p>
          {texts.map((text) => (
            <p key={text} className={text}>
              {text}
            </p>
          ))}
        </div>
      ))}
    </div>
    <div>
      {sizes.map((size) => (
        <p key={size} className={`truncate ${size} ${size.endsWith('xl') ? 'font-semibold tracking-tight' : ''}`}>
          {size} · Developers of the world
        </p>
      ))}
      <p className="font-mono text-sm">font-mono · {'{ "code": true }'}</p>
    </div>
  </Section>
);
