/** The result of a check: no problem, a fault to fix, or a note. */
export interface Finding {
  check: string;
  state: 'ok' | 'fault' | 'note';
  says: string;
}

/** Returns a finding for each fault of a check, or one finding with the text `ok` if there are none. */
export const findings = (check: string, faults: string[], ok: string): Finding[] =>
  faults.length > 0 ? faults.map((says) => ({ check, state: 'fault', says })) : [{ check, state: 'ok', says: ok }];
