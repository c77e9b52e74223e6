import { isTagName, limits, tagKey, tagsInText, withLineFeeds } from '@dev-connector/contract';
import { useEffect, useRef, useState } from 'react';
import { tagsOf } from './TagsInput';

/** Says which tags of the form's text the post will not have, because it has at most five. */
export function LeftOutTags() {
  const element = useRef<HTMLParagraphElement>(null);
  const [message, setMessage] = useState('');
  useEffect(() => {
    const form = element.current?.closest('form');
    if (!form) return;
    const update = () => {
      const { text, tags } = Object.fromEntries(new FormData(form)) as Record<string, string>;
      setMessage(messageFor(tagsOf(tags ?? ''), text ?? ''));
    };
    const clear = () => setMessage('');
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
      {message}
    </p>
  );
}

/** Code, links and escaped characters of Markdown, roughly: only the server parses it. */
const withoutTags = /```.*?```|~~~.*?~~~|`[^`]*`|\[[^[\]]*\]\([^()]*\)|\\#/gs;
/** The marks of quotes and lists before a line. */
const lineMarks = /^(?:[\s>]|[-*+]\s|\d+[.)]\s)+/;

function messageFor(fieldTags: string[], text: string): string {
  const lines = withLineFeeds(text).replace(withoutTags, ' ').split('\n');
  const names = lines.flatMap((line) => tagsInText(line.replace(lineMarks, '')).map(({ name }) => name));
  const leftOut = [...new Set([...fieldTags, ...names.filter(isTagName)].map(tagKey))].slice(limits.tags);
  if (leftOut.length === 0 || fieldTags.length > limits.tags) return '';
  const list = leftOut.map((tag) => `#${tag}`).join(', ');
  return `A post has at most ${limits.tags} tags: ${list} ${leftOut.length === 1 ? 'is' : 'are'} left out.`;
}
