import type { Plugin } from 'vite';

/** Parts of the data of an icon that app/ui/create-icon.tsx does not use: names and random keys, which hardly compress. */
const unused = [/^ {2}(?:name|size): .*\n/gm, /,\n {2}aliases: \[[^\]]*\]/g, /,\s+key: "\w+"/g, /^__iconData\.node;\n/gm];

/** Removes them from the icons of lucide-react in the browser: 20 bytes per icon. Fails the build if no icon has one of the parts, as after a change of their format. */
export function stripIconData(): Plugin {
  const found = new Set<RegExp>();
  return {
    name: 'strip-icon-data',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    enforce: 'pre',
    transform: {
      filter: { id: /lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
      handler(source) {
        let code = source;
        for (const part of unused) {
          const stripped = code.replaceAll(part, '');
          if (stripped !== code) found.add(part);
          code = stripped;
        }
        return { code, map: null };
      },
    },
    buildEnd(error) {
      const missing = unused.filter((part) => !found.has(part));
      if (!error && missing.length > 0) this.error(`No icon of lucide-react contains ${missing.join(', ')}`);
    },
  };
}
