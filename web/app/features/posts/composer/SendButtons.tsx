import type { Visibility } from '@dev-connector/contract';
import { Button } from '../../../ui/Button';
import { SubmitButton } from '../../../ui/fields/SubmitButton';
import type { FormDraft } from '../../drafts/form-draft';
import { DraftState } from './DraftState';
import { VisibilitySelect } from './VisibilitySelect';

interface SendButtonsProps {
  isOpen: boolean;
  isEdit: boolean;
  isComment: boolean;
  draft: FormDraft | undefined;
  /** Undefined if the author cannot choose it. */
  visibility: Visibility | undefined;
  pending: boolean;
  onClose: () => void;
}

/** The buttons that send or close a composer, with the state of the draft and the choice of its readers. */
export const SendButtons = ({ isOpen, isEdit, isComment, draft, visibility, pending, onClose }: SendButtonsProps) => (
  <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
    {isOpen && <span>{draft && <DraftState draft={draft} />}</span>}
    {isOpen && (
      <Button variant="ghost" className="in-[:popover-open]:hidden" onClick={onClose}>
        {isEdit ? 'Cancel' : 'Close'}
      </Button>
    )}
    {visibility && <VisibilitySelect value={visibility} isComment={isComment} isHidden={!isOpen} />}
    <SubmitButton pending={pending} className="">
      {isEdit ? 'Save' : 'Submit'}
    </SubmitButton>
  </div>
);
