import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Loading } from '../../../feedback/Loading';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { SkeletonText } from '../../../ui/states/Skeleton';
import type { Target } from './edit-queries';
import { Revision } from './Revision';
import { revisionsQuery } from './revision-queries';

/** Dialog with all versions of a post or comment, newest first, each with its changes. */
export function History({ isOwn, target, onClose }: { isOwn: boolean; target: Target; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const query = useInfiniteQuery(revisionsQuery(target));
  const current = 'post' in target ? target.post : target.comment;
  const earlier = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const versions = [{ ...current, date: current.editedAt ?? current.date }, ...earlier.filter(({ version }) => version < current.version)];

  useEffect(() => dialog.current?.showModal(), []);

  // Not inside the byline, which is a paragraph in small type.
  return createPortal(
    <Dialog ref={dialog} title="History" closeButton onClose={onClose} className="[--dialog-width:44rem]">
      {query.data ? (
        <ol className="list border-line border-t">
          {versions.map((version, index) => (
            <Revision
              key={version.version}
              target={target}
              version={version}
              before={versions[index + 1]}
              isCurrent={index === 0}
              isOwn={isOwn}
            />
          ))}
        </ol>
      ) : (
        <Loading query={query} message="Failed to load the history" placeholder={<SkeletonText lines={6} />} />
      )}
      {query.hasNextPage && (
        <Button size="sm" className="mt-3" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show earlier versions
        </Button>
      )}
    </Dialog>,
    document.body,
  );
}
