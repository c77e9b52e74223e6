import { InvalidResumeFile, readResumeFile } from '../../resume/file.ts';
import type { Settings } from '../../settings.ts';
import { type Finding, findings } from './finding.ts';

/** Checks the owner's résumé as the site reads it at startup. */
export async function checkResume({ resumeFile }: Settings): Promise<Finding[]> {
  const faults: string[] = [];
  await readResumeFile(resumeFile).catch((error) => {
    if (!(error instanceof InvalidResumeFile)) throw error;
    faults.push(error.message);
  });
  if (faults.length > 0 || resumeFile) return findings('résumé', faults, resumeFile ?? '');
  return [{ check: 'résumé', state: 'note', message: 'the site shows the sample résumé; set RESUME_FILE to your own' }];
}
