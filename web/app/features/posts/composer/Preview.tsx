import { previewText } from '@dev-connector/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { api } from '../../../api/queries';
import { SkeletonText } from '../../../ui/states/Skeleton';
import { HeadingAbove, RenderedText } from '../card/RenderedText';

const previewQuery = (text: string) =>
  queryOptions({
    queryKey: ['preview', text],
    queryFn: async ({ signal }) => (await api(previewText, { body: { text }, signal })).data.html,
    gcTime: 0,
    retry: false,
  });

/** The text as the server renders it. */
export function Preview({ text }: { text: string }) {
  const { data, error } = useQuery(previewQuery(text));
  return (
    <section aria-label="Preview" className="min-h-26 grow overflow-y-auto px-3 py-1.5 in-[:popover-open]:px-0">
      {data !== undefined ? (
        <>
          <HeadingAbove html={data}>Preview</HeadingAbove>
          <RenderedText html={data} />
        </>
      ) : error ? (
        <p className="text-danger text-sm">{error.message}</p>
      ) : (
        <SkeletonText lines={3} />
      )}
    </section>
  );
}

/** Switches between writing a text and its preview. `text` is the text to preview; undefined while it is written. */
export function usePreview(area: RefObject<HTMLTextAreaElement | null>) {
  const [text, setText] = useState<string>();
  return {
    text,
    toggle() {
      const written = area.current?.value;
      flushSync(() => setText(text === undefined && written?.trim() ? written : undefined));
      if (text !== undefined) area.current?.focus();
    },
    close: () => setText(undefined),
  };
}
