import { answerJobs } from '../rendering/answer-jobs.ts';
import type { Picture } from './picture.ts';
import { rasterize } from './rasterize.ts';

/* Renders link previews in a worker thread, because one blocks the event loop for about 50 ms. */
answerJobs<Picture>(async (picture, folder) => rasterize(picture, folder));
