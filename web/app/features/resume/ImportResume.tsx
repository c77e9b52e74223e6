import { FileUp } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { ActionFailure } from '../../feedback/ActionFailure';
import { Button } from '../../ui/Button';
import type { ResumeImportProps } from './import/ResumeImport';

interface ImportResumeProps extends Omit<ResumeImportProps, 'onCancel'> {
  /** The profile form. It is hidden, not unmounted, during an import. */
  children: ReactNode;
}

/** Import of a résumé file into the profile. Its code is loaded on demand, because few members use it. */
export function ImportResume({ children, onImported, ...props }: ImportResumeProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [load, setLoad] = useState<'idle' | 'pending' | 'failed'>('idle');
  const [Panel, setPanel] = useState<ComponentType<ResumeImportProps>>();
  const [closeCount, setCloseCount] = useState(0);

  // Returns the focus to the button when the import closes.
  useEffect(() => {
    if (closeCount > 0) button.current?.focus();
  }, [closeCount]);

  // Other screens link to the import itself.
  const { hash } = useLocation();
  const openFromLink = useEffectEvent(() => void open());
  useEffect(() => {
    if (hash === '#import') openFromLink();
  }, [hash]);

  async function open() {
    if (load === 'pending') return;
    setLoad('pending');
    try {
      const { ResumeImport } = await import('./import/ResumeImport');
      setPanel(() => ResumeImport);
      setLoad('idle');
    } catch {
      setLoad('failed');
    }
  }

  function close() {
    setPanel(undefined);
    setCloseCount(closeCount + 1);
  }

  return (
    <>
      {Panel && (
        <Panel
          {...props}
          onCancel={close}
          onImported={(profile) => {
            close();
            onImported(profile);
          }}
        />
      )}
      <div hidden={Panel !== undefined} className="flex flex-col gap-6">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button ref={button} pending={load === 'pending'} onClick={open}>
            <FileUp /> Import a résumé
          </Button>
          <span className="text-muted text-sm">From a JSON Resume file</span>
          {load === 'failed' && <ActionFailure message="The import could not be loaded" error={undefined} />}
        </div>
        {children}
      </div>
    </>
  );
}
