import type { Plugin } from 'vite';

/** Parts of the data of an icon that app/ui/create-icon.tsx does not use: names and random keys, which hardly compress. */
const unused = [/^ {2}(?:name|size): .*\n/gm, /,\n {2}aliases: \[[^\]]*\]/g, /,\s+key: "\w+"/g, /^__iconData\.node;\n/gm];

/** Removes them from the icons of lucide-react: 20 bytes per icon. */
export const stripIconData = (): Plugin => ({
  name: 'strip-icon-data',
  enforce: 'pre',
  transform: {
    filter: { id: /lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
    handler: (code) => ({ code: unused.reduce((text, part) => text.replaceAll(part, ''), code), map: null }),
  },
});
