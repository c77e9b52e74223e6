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
  return findings('résumé', faults, resumeFile ?? 'the sample résumé');
}
