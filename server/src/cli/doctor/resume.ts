import { InvalidResumeFile, inspectResumeFile } from '../../features/resume/file.ts';
import type { Settings } from '../../platform/settings.ts';
import { type Finding, findings } from './finding.ts';

/** Checks the owner's résumé as the site reads it at startup. */
export async function checkResume({ resumeFile }: Settings): Promise<Finding[]> {
  const faults: string[] = [];
  const notes = await inspectResumeFile(resumeFile).then(
    (read) => read.notes,
    (error) => {
      if (!(error instanceof InvalidResumeFile)) throw error;
      faults.push(error.message);
      return [];
    },
  );
  const noted: Finding[] = notes.map((message) => ({ check: 'résumé', state: 'note', message }));
  if (faults.length > 0 || resumeFile) return [...findings('résumé', faults, resumeFile ?? ''), ...noted];
  return [{ check: 'résumé', state: 'note', message: 'the site shows the sample résumé; set RESUME_FILE to your own' }];
}
