import { answerJobs } from '../../platform/rendering/answer-jobs.ts';
import type { RenderJob } from './level.ts';
import { renderMarkdown } from './render.ts';

/* Renders long texts in a worker thread, because some take longer than the event loop may be blocked. All are short, so they do not wait for images and PDFs. */
answerJobs<RenderJob>(async (job) => Buffer.from(renderMarkdown(job)), { isShort: true });
