import { foldCase } from '@dev-connector/contract';
import { foldLetters } from './normalise.ts';

/*
 * The keys by which names, tags and skills are compared. Two texts are equal if their keys are. `accent` and `base` are the sensitivities of `Intl.Collator`.
 *
 *   foldCase (contract)   ignores case and canonical forms          tags, which have no invisible characters and no white space, and headings
 *   accentKey             also invisible characters, white space    skills and other items of lists, entries of an imported résumé
 *   baseKey               also diacritics, compatibility forms      names, places, skills and aliases of skills in the directory
 *
 * Two remain because both are stored (`skills.key`, `skill_aliases.alias`) and differ: a list may have `Resume` and `Résumé`, and the directory finds both by either.
 * The terms of full-text search (normalise.ts) share the folding of `baseKey`.
 */

/** Characters without a visible glyph. Excludes `Prepended_Concatenation_Mark` characters, which are visible before digits, as in Arabic. */
const invisible =
  /[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800[\p{Cc}--\s][\p{Cf}--[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]]]/gv;
/** Removes invisible characters but keeps white space. */
export const stripInvisible = (text: string): string => text.replace(invisible, '');

/** Trims a text and collapses white space to single spaces. */
export const collapseSpace = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** Returns the key of a text in which diacritics count. */
export const accentKey = (text: string): string => collapseSpace(foldCase(stripInvisible(text)));

/** UTF-16 units of a text that `baseKey` reads. Older rows may be longer than today's limits, and `normalize` can take quadratic time. */
const maxLength = 200;

/** Returns the key of the beginning of a text in which diacritics do not count. */
export const baseKey = (text: string): string => collapseSpace(foldLetters(stripInvisible(text.slice(0, maxLength))).normalize('NFC'));
