/*
 * Trusted Types (https://www.w3.org/TR/trusted-types/): the page's policy refuses strings where a browser would parse HTML or load a script. This module is the only
 * one that may turn a string into a trusted value. Browsers without Trusted Types use the strings.
 */

declare global {
  var trustedTypes:
    | {
        createPolicy(
          name: string,
          rules: { createHTML?: (text: string) => string | null; createScriptURL?: (url: string) => string | null },
        ): { createHTML(text: string): string };
      }
    | undefined;
}

const policies = globalThis.trustedTypes;

// Applies to each string without a policy. React creates script elements, all of which are empty in the browser, from exactly this HTML.
policies?.createPolicy('default', {
  createHTML: (text) => (/^ ?(<script><\/script>)?$/.test(text) ? text : null),
  createScriptURL: (url) =>
    /^\/(assets\/formatter-worker-[\w-]+|dev\/(service-worker|formatter-offline))\.js$/.test(url.replace(location.origin, '')) ? url : null,
});

const sanitized = policies?.createPolicy('sanitized', { createHTML: (html) => html });

/** Marks HTML that server/src/features/markdown/sanitizer.ts has sanitized. React sets it again if it is another object, even with the same text. */
export const sanitizedHtml = (html: string): string => sanitized?.createHTML(html) ?? html;
