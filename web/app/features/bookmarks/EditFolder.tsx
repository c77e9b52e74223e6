import { deleteFolder, limits, renameFolder } from '@dev-connector/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import { api } from '../../api/queries';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { TextField } from '../../ui/fields/Field';
import { foldersQuery } from '../posts/bookmarking/bookmark';
import { feedKey } from '../posts/post-queries';

interface EditFolderProps {
  folder: string;
  /** Gets the new name, or `''` after a deletion. */
  onDone: (name: string) => void;
  onClose: () => void;
}

/** Dialog that renames a folder, or deletes it. */
export function EditFolder({ folder, onDone, onClose }: EditFolderProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const queries = useQueryClient();
  const params = { folder };
  const { mutate, isPending } = useMutation({
    mutationFn: async (name: string) => (await (name ? api(renameFolder, { params, body: { name } }) : api(deleteFolder, { params }))).data,
    onSuccess: (folders, name) => {
      queries.setQueryData(foldersQuery.queryKey, folders);
      dialog.current?.close();
      onDone(name);
      void queries.invalidateQueries({ queryKey: feedKey }); // posts show the folder of their bookmark
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    if (name === folder) dialog.current?.close();
    else if (name) mutate(name);
  }

  return (
    <Dialog
      ref={dialog}
      title="Edit folder"
      onClose={onClose}
      actions={
        <>
          <Button variant="ghost" className="mr-auto -ml-3.5 text-danger" pending={isPending} onClick={() => mutate('')}>
            Delete folder
          </Button>
          <Button onClick={() => dialog.current?.close()}>Cancel</Button>
          <Button variant="primary" type="submit" form="edit-folder" pending={isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id="edit-folder" onSubmit={submit}>
        <TextField
          name="name"
          label="Name"
          defaultValue={folder}
          required
          autoComplete="off"
          maxLength={limits.bookmarkFolder}
          hint="Deleting the folder keeps its bookmarks."
        />
      </form>
    </Dialog>
  );
}
