import { runTasks } from '../../platform/workers/run-tasks.ts';
import type { Picture } from './picture.ts';
import { rasterize } from './rasterize.ts';

/* Renders link previews in a worker thread, because one blocks the event loop for 60 ms or more. */
runTasks<Picture>(async (picture, folder) => rasterize(picture, folder));
