import { renderToBuffer } from '@react-pdf/renderer';
import { answerJobs } from '../../../platform/rendering/answer-jobs.ts';
import { type RenderJob, resumeDocument } from './render.ts';

/* Renders PDFs in a worker thread, because layout would block the event loop for too long. */
answerJobs<RenderJob>(async (job, folder) => renderToBuffer(await resumeDocument(job, folder)));
