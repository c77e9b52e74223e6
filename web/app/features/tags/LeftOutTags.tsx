import { isTagName, limits, tagKey, tagsInText, withLineFeeds } from '@dev-connector/contract';
import { useEffect, useRef, useState } from 'react';
import { TagNames } from './TagNames';
import { tagsOf } from './TagsInput';

/** Says which tags of the form's text the post will not have, because it has at most five. */
export function LeftOutTags() {
  const element = useRef<HTMLParagraphElement>(null);
  const [leftOut, setLeftOut] = useState<string[]>([]);
  useEffect(() => {
    const form = element.current?.closest('form');
    if (!form) return;
    const update = () => {
      const { text, tags } = Object.fromEntries(new FormData(form)) as Record<string, string>;
      setLeftOut(leftOutOf(tagsOf(tags ?? ''), text ?? ''));
    };
    const clear = () => setLeftOut([]);
    update();
    form.addEventListener('input', update);
    form.addEventListener('reset', clear);
    return () => {
      form.removeEventListener('input', update);
      form.removeEventListener('reset', clear);
    };
  }, []);
  return (
    <p ref={element} role="status" className="field-note wrap-anywhere text-muted text-sm">
      {leftOut.length > 0 && (
        <>
          A post has at most {limits.tags} tags: <TagNames names={leftOut} /> {leftOut.length === 1 ? 'is' : 'are'} left out.
        </>
      )}
    </p>
  );
}

/** Code, links and escaped characters of Markdown, roughly: only the server parses it. */
const withoutTags = /```.*?```|~~~.*?~~~|`[^`]*`|\[[^[\]]*\]\([^()]*\)|\\#/gs;
/** The marks of quotes and lists before a line. */
const lineMarks = /^(?:[\s>]|[-*+]\s|\d+[.)]\s)+/;

function leftOutOf(fieldTags: string[], text: string): string[] {
  const lines = withLineFeeds(text).replace(withoutTags, ' ').split('\n');
  const names = lines.flatMap((line) => tagsInText(line.replace(lineMarks, '')).map(({ name }) => name));
  const leftOut = [...new Set([...fieldTags, ...names.filter(isTagName)].map(tagKey))].slice(limits.tags);
  return fieldTags.length > limits.tags ? [] : leftOut;
}
