import { pendingDeletionsOf, scheduleDeletion, subscribeDeletions } from '../../api/pending-deletions';
import { readToken } from '../../api/token';
import { addAlert } from '../../feedback/alerts';
import { fillIn, isBlank, valuesOf } from '../../forms/form-values';
import { loaded } from './loaded-form-draft';
import { holdPage, isLeft, newUuid, pageId, previousPage } from './pages';
import {
  accountOf,
  belongsTo,
  changeRecord,
  type DraftRecord,
  eraseRecord,
  type Fields,
  findRecords,
  isEqual,
  newRecordId,
  readRecord,
  subscribeRecords,
  writeRecord,
} from './records';
import { isText } from './stored-drafts';

/** Id of the deletion of a draft that only the server has. The deletion of a record has the record's id, which begins with it. */
export const deletionId = (accountId: string, context: string): string => `${accountId}:${context}#`;

/** Whether a deletion of the draft can still be undone. */
export const isDiscarded = (accountId: string, context: string, recordId?: string): boolean =>
  pendingDeletionsOf(accountId).some(({ id }) =>
    recordId === undefined ? id.startsWith(deletionId(accountId, context)) : id === recordId,
  );

/** The forms on the page. */
const open = new Set<FormDraft>();

/** Whether a form on this page shows the draft. */
export const isOpen = (id: string): boolean => [...open].some((draft) => draft.state.id === id);

export interface FormDraftState {
  /** The record of the text in the form; undefined if there is none. */
  id: string | undefined;
  /** Whether the form was filled with a draft that was begun earlier. */
  isRestored: boolean;
}

/** The form that a draft is written in. */
interface Place {
  element: HTMLFormElement;
  accountId: string;
  /** Name of the form (`DraftRecord.context`); `post` for all new posts. */
  name: string;
  /** Context of the draft to restore, also if it is open in another tab. */
  continued?: string | undefined;
  /** Whether the form becomes empty after its text was sent. */
  resets: boolean;
}

/**
 * The draft of a form. The form is filled only until the member changes it: from then on, nothing but the member replaces its values, whatever other tabs, devices
 * or the server do. A text that begins while another tab writes one in the same form becomes a record, and so a draft, beside it.
 */
export class FormDraft {
  state: FormDraftState = { id: undefined, isRestored: false };
  /** Whether the member has changed the form since it was shown or emptied. */
  isTouched: boolean;
  #place: Place | undefined;
  #accountId: string | undefined;
  #initial: Fields = {};
  #isFilling = false;
  #isSaving = false;
  /** Whether the member has used the form since it was shown. Then it takes no other draft. */
  #wasUsed = false;
  /** The draft that the member discarded here last. */
  #discarded: string | undefined;
  readonly #listeners = new Set<() => void>();

  /** `hasInput`: the member has already changed the form. */
  constructor(hasInput: boolean) {
    this.isTouched = hasInput;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #set(state: FormDraftState): void {
    this.state = state;
    for (const listener of this.#listeners) listener();
  }

  get place(): Place | undefined {
    return this.#place;
  }

  /** Restores the draft of a form that is shown. Returns a function to call when it is no longer shown. */
  show(place: Place): () => void {
    holdPage();
    this.#place = place;
    open.add(this);
    if (this.#accountId !== undefined && this.#accountId !== place.accountId) this.#leaveAccount(place.element);
    const hasInput = this.#accountId === undefined && this.isTouched; // before the account was loaded
    this.#accountId = place.accountId;
    if (hasInput) this.save();
    else if (this.state.id === undefined) {
      this.#initial = valuesOf(place.element);
      void this.restore();
    }
    const unsubscribe = subscribeRecords((id, now, before, isOwn) => this.#onChange(id, now, before, isOwn));
    const stop = subscribeDeletions(() => this.#onUndo());
    const onShow = () => this.#leaveTaken(readRecord(this.state.id)); // after the back/forward cache
    window.addEventListener('pageshow', onShow);
    const { pathname } = location;
    const token = readToken();
    const article = place.element.closest('article');
    return () => {
      unsubscribe();
      stop();
      window.removeEventListener('pageshow', onShow);
      open.delete(this);
      this.#place = undefined;
      const { id } = this.state;
      // The post or comment has disappeared, not the screen, and the member has not closed the form.
      const isLost = () =>
        location.pathname === pathname && readToken() === token && !article?.isConnected && id !== undefined && !isOpen(id);
      setTimeout(() => isLost() && readRecord(id)?.fields && isText(place.name) && addAlert(whereDraftsAre, 'danger', 20_000));
    };
  }

  /** Removes the values of another member, who was signed in before. */
  #leaveAccount(element: HTMLFormElement): void {
    element.reset();
    this.isTouched = false;
    this.#wasUsed = false;
    this.#set({ id: undefined, isRestored: false });
  }

  /** Fills an untouched form with its draft, unless that is open in another tab. */
  async restore(): Promise<void> {
    const place = this.#place;
    if (!place || this.state.id !== undefined || this.#wasUsed) return;
    const { accountId, name, continued } = place;
    const candidates = findRecords(accountId, ({ context, fields }) => fields !== undefined && belongsTo(name, context));
    // A tab continues with its own text after a reload.
    const rank = ({ context, owner }: DraftRecord) => (context === continued ? 2 : owner === previousPage ? 1 : 0);
    for (const [id, record] of candidates.sort(([, a], [, b]) => rank(b) - rank(a))) {
      if (isOpen(id) || isDiscarded(accountId, record.context, id)) continue;
      if (record.owner !== pageId && record.context !== continued && !(await isLeft(record))) continue;
      const fields = readRecord(id)?.fields;
      if (this.#place !== place || this.state.id !== undefined || this.#wasUsed) return;
      if (fields && !isOpen(id)) return this.#take(id, fields);
    }
  }

  /** Fills the form with a draft that only the server has. */
  receive(context: string, fields: Fields, version: number): void {
    if (!this.#place) return;
    const id = newRecordId(this.#place.accountId, context);
    writeRecord(id, { context, fields, version, dirty: false, owner: pageId, path: location.pathname, changedAt: Date.now() });
    this.#take(id, fields);
  }

  #take(id: string, fields: Fields): void {
    if (readRecord(id)?.owner !== pageId) changeRecord(id, { owner: pageId });
    const isChanged = this.fill(fields);
    this.#set({ id, isRestored: isChanged });
  }

  /** Sets the values of the form. Returns whether that changed any. */
  fill(fields: Fields): boolean {
    if (!this.#place) return false;
    this.#isFilling = true;
    const isChanged = fillIn(this.#place.element, fields);
    this.#isFilling = false;
    return isChanged;
  }

  /** Stores the form's values after an input event. */
  save(): void {
    if (this.#isFilling) return;
    if (!this.#place) {
      this.isTouched = true;
      return;
    }
    const { element, accountId, name } = this.#place;
    const fields = valuesOf(element);
    const record = readRecord(this.state.id);
    // Another page may have taken over the record: this text becomes another.
    const own = record?.owner === pageId ? record : undefined;
    if (isEqual(fields, own ? own.fields : this.#initial)) return;
    this.isTouched = true;
    this.#wasUsed = true;
    this.#isSaving = true;
    if (isBlank(element) || isEqual(fields, this.#initial)) {
      if (own && this.state.id) eraseRecord(this.state.id);
    } else if (own && this.state.id) changeRecord(this.state.id, { fields, dirty: true, changedAt: Date.now() });
    else this.#set({ ...this.state, id: begin(accountId, name, fields) });
    this.#isSaving = false;
  }

  #onChange(id: string, now: DraftRecord | undefined, before: DraftRecord | undefined, isOwn: boolean): void {
    if (id !== this.state.id || this.#isSaving || !this.#place) return;
    if (now?.fields) return void this.#leaveTaken(now);
    // Sent by a form that was left, or removed. A field in which the member writes stays as it is.
    const { element, resets } = this.#place;
    this.#set({ id: undefined, isRestored: false });
    if (!isOwn || !before?.fields || !isEqual(valuesOf(element), before.fields)) return;
    if (resets) element.reset();
    this.restart();
  }

  /** Stops saving a draft that another page has taken over. Keeps the text in the field; the next change starts a new draft. */
  #leaveTaken(record: DraftRecord | undefined): void {
    if (!record || record.owner === pageId) return;
    this.#wasUsed = true;
    this.#set({ id: undefined, isRestored: false });
  }

  /** Shows a draft again whose deletion was undone, unless the member writes another text. */
  #onUndo(): void {
    const id = this.#discarded;
    const record = readRecord(id);
    if (id === undefined || (record && isDiscarded(accountOf(id), record.context, id))) return;
    this.#discarded = undefined;
    if (record?.fields && !this.isTouched && this.state.id === undefined && !isOpen(id)) this.#take(id, record.fields);
  }

  /** Continues with the values in the form as untouched ones. */
  restart(): void {
    this.isTouched = false;
    if (this.#place) this.#initial = valuesOf(this.#place.element);
  }

  /** Whether the form can take a draft. */
  get isFresh(): boolean {
    return this.state.id === undefined && !this.#wasUsed;
  }

  /** Removes the draft of a text that was sent; with `only`, unless it has changed since. */
  forget(only?: Fields): void {
    const { id } = this.state;
    if (only && !isEqual(readRecord(id)?.fields, only)) return;
    this.#set({ id: undefined, isRestored: false });
    if (id !== undefined) eraseRecord(id);
  }

  /** Empties the form. Its draft is deleted after the time to undo. */
  discard(): void {
    const { id } = this.state;
    const record = readRecord(id);
    this.#set({ id: undefined, isRestored: false });
    this.#wasUsed = true;
    this.#discarded = id;
    if (id !== undefined && record) discardRecord(id, record);
    this.#place?.element.reset();
    this.restart();
  }

  /** Empties an untouched form whose draft was sent or discarded on another device. */
  drop(): void {
    const { id } = this.state;
    this.#set({ id: undefined, isRestored: false });
    if (id !== undefined) writeRecord(id, undefined);
    this.#place?.element.reset();
    this.restart();
  }
}

loaded.FormDraft = FormDraft;

const whereDraftsAre = 'Your text could not stay on this page. It is in “My drafts” on the dashboard.';

/** Deletes a draft after the time to undo. */
export function discardRecord(id: string, { version }: DraftRecord): void {
  scheduleDeletion({ kind: 'draft', id, userId: accountOf(id), ...(version !== undefined && { version }) });
}

/** Stores a new text of a form. Returns the id of its record. */
function begin(accountId: string, name: string, fields: Fields): string {
  const change = { fields, dirty: true, owner: pageId, changedAt: Date.now() };
  const ofForm = findRecords(accountId, ({ context }) => belongsTo(name, context)).filter(([id]) => !isOpen(id));
  // The one before was sent, and its copy may still be on the server: the new text replaces it.
  const [sent] = ofForm.find(([, { fields, owner }]) => fields === undefined && owner === pageId) ?? [];
  if (sent !== undefined) {
    changeRecord(sent, change);
    return sent;
  }
  const context =
    name === 'post' && ofForm.concat(openEntries(accountId)).some(([, record]) => record.context === 'post') ? `post:${newUuid()}` : name;
  // So does it replace one that was discarded, if the server stores one draft of this form: after an undo, that one stays in this browser.
  const [replaced, discarded] = ofForm.find(([id, record]) => record.context === context && isDiscarded(accountId, context, id)) ?? [];
  if (replaced !== undefined) changeRecord(replaced, { version: undefined, dirty: true });
  const id = newRecordId(accountId, context);
  writeRecord(id, { context, version: discarded?.version, path: location.pathname, ...change });
  return id;
}

const openEntries = (accountId: string) => findRecords(accountId, () => true).filter(([id]) => isOpen(id));
