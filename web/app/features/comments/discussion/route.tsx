import { idPattern, type Post as PostOfContract, postPath, slugOf, withoutHidden } from '@dev-connector/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type MouseEvent, useEffect, useState } from 'react';
import { data, Link, redirect, redirectDocument, useLocation, useNavigate } from 'react-router';
import { createApi, statusOf } from '../../../api/client';
import { readToken } from '../../../api/token';
import { pageRequest, type ScreenHandle } from '../../../context';
import { Loading } from '../../../feedback/Loading';
import { buttonClass } from '../../../ui/Button';
import { isPlainClick } from '../../../ui/browser/clicks';
import { Timestamp } from '../../../ui/dates';
import { lazyPart } from '../../../ui/lazy-part';
import { Skeletons } from '../../../ui/states/Skeleton';
import { UserText } from '../../../ui/UserText';
import { MembersOnly } from '../../accounts/session/MembersOnly';
import { useSession, useToken } from '../../accounts/session/session';
import { AuthorPicture, LargeByline } from '../../posts/card/Entry';
import { HeadingAbove, RenderedText } from '../../posts/card/RenderedText';
import { Editable, Edited } from '../../posts/editing/Editable';
import { fromFeed } from '../../posts/navigation-state';
import { PostsScreen } from '../../posts/PostsScreen';
import { findPost, postQuery } from '../../posts/post-queries';
import { PublicMark } from '../../posts/public/PublicMark';
import { previewOf } from '../../posts/public/preview';
import { titleMeta } from '../../site/meta';
import { PostTags } from '../../tags/PostTags';
import { PublicDiscussion } from '../public/PublicDiscussion';
import { publicCommentsQuery } from '../public/public-comments';
import { ServerOnly } from '../public/ServerOnly';
import type { Route } from './+types/route';
import { Conversation } from './LazyConversation';
import { Toolbar } from './Toolbar';
import { useFirstLine } from './useFirstLine';

const MissingPost = lazyPart(async () => (await import('./MissingPost')).MissingPost);

export { CaughtError as ErrorBoundary } from '../../../ui/states/CaughtError';

export const handle: ScreenHandle = { firstRequest: '/api/posts/:id?embed=' };

/**
 * Loads a public post, whose page is complete without script. The page of any other id is the same for each, because the server cannot know whether a member opens
 * it. Responds with 404 to an id that no post can have.
 */
export async function loader({ params: { id, slug = '' }, context, request }: Route.LoaderArgs) {
  if (!new RegExp(idPattern).test(id)) throw data(null, { status: 404 });
  const { transport, origin, queries, site } = context.get(pageRequest);
  const call = createApi({ transport });
  const post = await queries.fetchQuery({ ...postQuery(id, call), retry: false }).catch((error: unknown) => {
    if (statusOf(error) !== 401) throw data(null, { status: statusOf(error) ?? 500 });
  });
  if (!post) return null;
  const { search, searchParams } = new URL(request.url);
  if (slug !== slugOf(post.title ?? '')) throw redirect(postPath(post) + search, 301);
  const comments = publicCommentsQuery(post, call, searchParams.get('cursor') ?? undefined);
  await queries.fetchQuery({ ...comments, retry: false }).catch((error: unknown) => {
    throw data(null, { status: statusOf(error) ?? 500 });
  });
  return { preview: previewOf(post, origin, site.title) };
}

/** Navigation by a visitor loads a document, because only the server knows whether the post is public. Members skip the server's loader. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  if (readToken() === null) throw redirectDocument(request.url);
  return null;
};

/** Reveals nothing of a post that is not public. */
export const meta: Route.MetaFunction = ({ loaderData, matches, error }) =>
  error ? [] : (loaderData?.preview ?? [...titleMeta('Post')({ matches }), { name: 'robots', content: 'noindex' }]);

/** The post alone for visitors, if the server has loaded it; for members its discussion. */
export default function PostScreen({ params: { id }, loaderData }: Route.ComponentProps) {
  const token = useToken();
  const [wasMember, setWasMember] = useState(false);
  if (token && !wasMember) setWasMember(true);
  if (loaderData && !token && !wasMember) return <ServerOnly>{import.meta.env.SSR && <PublicDiscussion id={id} />}</ServerOnly>;
  return (
    <MembersOnly>
      <Post id={id} />
    </MembersOnly>
  );
}

function Post({ id }: { id: string }) {
  const queries = useQueryClient();
  // The post from the feed shows immediately, and can be liked, while it is requested again.
  const query = useQuery({ ...postQuery(id), initialData: () => findPost(queries, id), initialDataUpdatedAt: 0 });
  const isMissing = statusOf(query.error) === 404 && query.dataUpdatedAt === 0;
  const post = isMissing ? undefined : query.data;
  const firstLine = useFirstLine(post?.html);
  return (
    <PostsScreen post={post ?? null} {...(post && { title: post.title ?? (firstLine || postBy(post)) })}>
      <BackToPosts />
      {isMissing ? (
        <MissingPost id={id} />
      ) : post ? (
        <Discussion post={post} />
      ) : (
        <Loading query={query} message="Failed to load post" placeholder={<Skeletons count={3} />} />
      )}
    </PostsScreen>
  );
}

const postBy = ({ name }: PostOfContract): string => `Post by ${withoutHidden(name)}`;

/** Returns to the scroll position in the feed if the viewer came from there, otherwise to its start. */
function BackToPosts() {
  const navigate = useNavigate();
  const { state } = useLocation();

  function onClick(event: MouseEvent) {
    if (state !== fromFeed || !isPlainClick(event)) return;
    event.preventDefault();
    void navigate(-1);
  }

  return (
    <Link to="/dev/posts" className={buttonClass('ghost', 'sm', '-ml-2.5 text-muted print:hidden')} onClick={onClick}>
      <ArrowLeft />
      Back To Posts
    </Link>
  );
}

function Discussion({ post }: { post: PostOfContract }) {
  const { account } = useSession();
  const { state } = useLocation();
  const isOwn = post.user === account?._id;
  const path = postPath(post);
  // Puts the title in the address, again after each link in the page, but not in the address of another screen. Not through the router, which would move the focus
  // as after a navigation.
  useEffect(() => {
    const { pathname, search, hash } = location;
    if (pathname !== path && pathname.startsWith(`/dev/posts/${post._id}`)) history.replaceState(history.state, '', path + search + hash);
  });
  return (
    <>
      {!post.title && <h1 className="sr-only">{postBy(post)}</h1>}
      <article className="pt-4 pb-5">
        <div className="flex items-center gap-3 pb-3">
          <AuthorPicture author={post} />
          <LargeByline author={post} handle={post.handle}>
            Posted on <Timestamp date={post.date} />
            <Edited isOwn={isOwn} target={{ post }} />
            {post.visibility === 'public' && <PublicMark />}
          </LargeByline>
        </div>
        <Editable isOwn={isOwn} target={{ post }} heading={post.title}>
          {post.title && (
            <UserText
              as="h1"
              className="wrap-anywhere pb-3 font-semibold text-xl leading-tight tracking-tight sm:text-2xl"
              text={post.title}
            />
          )}
          <HeadingAbove html={post.html}>Text</HeadingAbove>
          <RenderedText className="text-lg leading-relaxed" html={post.html} />
          <PostTags post={post} className="pt-4" />
        </Editable>
      </article>
      <Toolbar post={post} isOwn={isOwn} isFromFeed={state === fromFeed} />
      {account && <Conversation key={post._id} post={post} accountId={account._id} />}
    </>
  );
}
