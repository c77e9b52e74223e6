import type { Answer } from './client';

interface Known {
  etag: string;
  answer: Answer<unknown>;
}

/** Answers that are remembered. */
const most = 30;

/** The last answers that came with an entity tag, by address: asking again costs no bytes where nothing has changed. Of one visitor at a time. */
export function knownAnswers() {
  const known = new Map<string, Known>();
  let whose: string | null = null;
  /** What one member was told is not kept for the next. */
  const of = (token: string | null) => {
    if (token !== whose) known.clear();
    whose = token;
    return known;
  };
  return {
    find: (token: string | null, path: string): Known | undefined => of(token).get(path),
    keep(token: string | null, path: string, etag: string | null, answer: Answer<unknown>): void {
      const answers = of(token);
      answers.delete(path);
      if (etag !== null) answers.set(path, { etag, answer });
      for (const oldest of answers.keys()) {
        if (answers.size <= most) break;
        answers.delete(oldest);
      }
    },
  };
}
