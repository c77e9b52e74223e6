import { Braces, FileText, TextSearch } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/Avatar';

export type SuggestedKind = 'person' | 'tag' | 'skill' | 'post' | 'search';

const symbols = { tag: '#', skill: <Braces />, post: <FileText />, search: <TextSearch /> };

interface SuggestedMarkProps {
  kind: SuggestedKind | undefined;
  avatar?: string | undefined;
  /** Shown if there is no kind: the icon of a screen. */
  icon?: ReactNode;
}

/** Shows what a suggestion opens: the picture of a person, or a symbol. */
export const SuggestedMark = ({ kind, avatar, icon }: SuggestedMarkProps) =>
  kind === 'person' ? (
    <Avatar src={avatar ?? ''} size={24} />
  ) : (
    <span aria-hidden className="grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-muted text-sm [&>.lucide]:size-3.5">
      {kind ? symbols[kind] : icon}
    </span>
  );
