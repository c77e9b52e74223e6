/** What a check came to: all is well, or something to be mended, or something worth knowing. */
export interface Finding {
  check: string;
  state: 'ok' | 'fault' | 'note';
  says: string;
}

/** The findings of one check: what is wrong, or `fine` where nothing is. */
export const findings = (check: string, faults: string[], fine: string): Finding[] =>
  faults.length > 0 ? faults.map((says) => ({ check, state: 'fault', says })) : [{ check, state: 'ok', says: fine }];
