import { limits } from '@dev-connector/contract';
import { useNavigate, useSearchParams } from 'react-router';
import { useSite } from '../../site/site';
import { Composer } from '../composer/Composer';
import { useCreatePost } from '../create-post';
import type { Submission } from '../submission';

/** Id of the field for a new post, which links lead to. */
export const newPostId = 'new-post';

interface NewPostProps {
  /** The tag of the screen. */
  tag?: string;
  /** Address of the list that shows the new post, if that is not on the screen. */
  leadsTo: string | undefined;
}

/** The field for a new post above a list. */
export function NewPost({ tag, leadsTo }: NewPostProps) {
  const createPost = useCreatePost();
  const navigate = useNavigate();
  const [search] = useSearchParams();

  async function send(submission: Submission) {
    await createPost(submission);
    if (leadsTo) void navigate(leadsTo);
  }

  return (
    <Composer
      id={newPostId}
      context="post"
      continued={search.get('draft') ?? undefined}
      label="Say Something..."
      characterLimit={limits.postText}
      hasTitle
      {...(tag && { tags: tag })}
      visibility={useSite().defaultVisibility}
      send={send}
    />
  );
}
