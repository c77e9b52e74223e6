import { runTasks } from '../../platform/workers/run-tasks.ts';
import type { MarkdownTask } from './level.ts';
import { renderMarkdown } from './render.ts';

/* Renders long texts in a worker thread, because some take longer than the event loop may be blocked. All are short, so they do not wait for images and PDFs. */
runTasks<MarkdownTask>(async (task) => Buffer.from(renderMarkdown(task)), { isShort: true });
