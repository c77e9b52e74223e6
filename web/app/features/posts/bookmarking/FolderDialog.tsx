import { limits } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { Check, Folder, FolderMinus } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Loading } from '../../../feedback/Loading';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { TextField } from '../../../ui/fields/Field';
import { UserText } from '../../../ui/UserText';
import { foldersQuery } from './bookmark';

interface FolderDialogProps {
  current: string | undefined;
  /** `''`: none. */
  onChoose: (folder: string) => void;
  onClose: () => void;
}

/** Dialog that moves a bookmark to a folder, which may be new. */
export function FolderDialog({ current, onChoose, onClose }: FolderDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const folders = useQuery(foldersQuery);

  function choose(folder: string) {
    onChoose(folder);
    dialog.current?.close();
  }

  function create(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('folder')).trim();
    if (name) choose(name);
  }

  return (
    <Dialog ref={dialog} title="Choose a folder" closeButton onClose={onClose}>
      {folders.error && <Loading query={folders} message="Failed to load folders" />}
      <ul aria-label="Folders" className="-mx-2 max-h-72 overflow-y-auto">
        {folders.data?.map(({ name }) => (
          <Choice key={name} icon={<Folder />} isChosen={name === current} onClick={() => choose(name)}>
            <UserText text={name} />
          </Choice>
        ))}
        {current && (
          <Choice icon={<FolderMinus />} onClick={() => choose('')}>
            No folder
          </Choice>
        )}
      </ul>
      <form className="mt-4 flex items-end gap-2" onSubmit={create}>
        <div className="grow">
          <TextField name="folder" label="New folder" autoComplete="off" maxLength={limits.bookmarkFolder} />
        </div>
        <Button type="submit">Add</Button>
      </form>
    </Dialog>
  );
}

interface ChoiceProps {
  icon: ReactNode;
  isChosen?: boolean;
  onClick: () => void;
  children: ReactNode;
}

const Choice = ({ icon, isChosen = false, onClick, children }: ChoiceProps) => (
  <li>
    <button type="button" className="menu-item w-full" aria-current={isChosen || undefined} onClick={onClick}>
      {icon}
      <span className="min-w-0 truncate">{children}</span>
      {isChosen && <Check className="ml-auto" />}
    </button>
  </li>
);
