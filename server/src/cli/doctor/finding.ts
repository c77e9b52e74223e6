/** The result of a check: no problem, a fault to fix, or a note. */
export interface Finding {
  check: string;
  state: 'ok' | 'fault' | 'note';
  message: string;
  /** Whether the site does not start with this fault. */
  preventsStart?: true;
}

/** Returns a finding for each fault of a check, or one finding with the text `ok` if there are none. */
export const findings = (check: string, faults: string[], ok: string): Finding[] =>
  faults.length > 0 ? faults.map((message) => ({ check, state: 'fault', message })) : [{ check, state: 'ok', message: ok }];

/** Returns the findings of faults with which the site does not start. */
export const preventing = (check: string, faults: string[]): Finding[] =>
  findings(check, faults, '').map((finding) => ({ ...finding, preventsStart: true }));
