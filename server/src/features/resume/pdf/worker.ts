import { renderToBuffer } from '@react-pdf/renderer';
import { runTasks } from '../../../platform/workers/run-tasks.ts';
import { type PdfTask, resumeDocument } from './render.ts';

/* Renders PDFs in a worker thread, because layout would block the event loop for too long. */
runTasks<PdfTask>(async (task, folder) => renderToBuffer(await resumeDocument(task, folder)));
