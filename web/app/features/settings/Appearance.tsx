import { useId } from 'react';
import { setTheme, themeNames, themes, useTheme } from '../../ui/browser/theme';
import { Checkbox } from '../../ui/fields/Field';
import { enableShortcuts, useShortcutsEnabled } from '../../ui/keys/enabled';
import { Section } from '../../ui/Section';

/** Theme and keyboard shortcuts, which this browser remembers. */
export function Appearance() {
  const current = useTheme();
  const label = useId();
  return (
    <Section id="appearance" heading="Appearance" lead="This browser remembers these settings.">
      <p id={label} className="-mb-2.5 font-medium text-sm">
        Theme
      </p>
      <div role="radiogroup" aria-labelledby={label} className="segmented self-start">
        {themeNames.map((theme) => (
          <input
            key={theme}
            type="radio"
            name="theme"
            className="btn"
            aria-label={themes[theme]}
            checked={theme === current}
            onChange={() => setTheme(theme)}
          />
        ))}
      </div>
      <Checkbox
        name="shortcuts"
        label="Single-key shortcuts, such as N for a new post"
        checked={useShortcutsEnabled()}
        onChange={({ currentTarget }) => enableShortcuts(currentTarget.checked)}
      />
    </Section>
  );
}
