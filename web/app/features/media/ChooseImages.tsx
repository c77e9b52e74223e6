import { type ReactNode, useRef } from 'react';
import { Button, IconButton } from '../../ui/Button';

interface ChooseImagesProps {
  /** Text of the button; with an icon its accessible name. */
  label: string;
  icon?: ReactNode;
  multiple?: boolean;
  onChoose: (files: File[]) => void;
}

/** Button that opens the file picker of the browser. */
export function ChooseImages({ label, icon, multiple, onChoose }: ChooseImagesProps) {
  const input = useRef<HTMLInputElement>(null);
  const open = () => input.current?.click();
  return (
    <>
      {icon ? (
        <IconButton size="sm" label={label} className="text-muted" onClick={open}>
          {icon}
        </IconButton>
      ) : (
        <Button onClick={open}>{label}</Button>
      )}
      <input
        ref={input}
        type="file"
        accept="image/*" // all, because some are converted and the others get a message; iPhones convert HEIC photos themselves
        multiple={multiple}
        aria-label={label}
        hidden
        onChange={({ currentTarget }) => {
          onChoose([...(currentTarget.files ?? [])]);
          currentTarget.value = ''; // so that the same file can be chosen again
        }}
      />
    </>
  );
}
