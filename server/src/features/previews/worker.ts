import { answerJobs } from '../../platform/rendering/answer-jobs.ts';
import type { Picture } from './picture.ts';
import { rasterize } from './rasterize.ts';

/* Renders link previews in a worker thread, because one blocks the event loop for 60 ms or more. */
answerJobs<Picture>(async (picture, folder) => rasterize(picture, folder));
