import { Braces, FileText, TextSearch } from 'lucide-react';
import { Avatar } from '../../ui/Avatar';

export type SuggestedKind = 'person' | 'tag' | 'skill' | 'post' | 'search' | 'screen';

const symbols = { tag: '#', skill: <Braces />, post: <FileText />, search: <TextSearch />, screen: '/' };

/** Shows what a suggestion opens: the picture of a person, or a symbol. */
export const SuggestedMark = ({ kind, avatar }: { kind: SuggestedKind; avatar?: string | undefined }) =>
  kind === 'person' ? (
    <Avatar src={avatar ?? ''} size={24} />
  ) : (
    <span aria-hidden className="grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-muted text-sm [&>.lucide]:size-3.5">
      {symbols[kind]}
    </span>
  );
