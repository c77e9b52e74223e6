import type { FormDraft } from './form-draft';

/** Holds the class as soon as its code has loaded: forms whose code contains it, such as the composer, have a draft from the start. */
export const loaded: { FormDraft?: typeof FormDraft } = {};
