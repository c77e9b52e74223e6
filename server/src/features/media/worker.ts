import { writeFileSync } from 'node:fs';
import { runTasks } from '../../platform/workers/run-tasks.ts';
import { encode, type ImageTask, restrictLoaders } from './encode.ts';

/* Encodes images in a separate process, because libraries in C decode untrusted bytes: a crash or a lack of memory ends this process and not the site. */
try {
  writeFileSync('/proc/self/oom_score_adj', '1000'); // Linux ends this process first if memory runs out
} catch {}
restrictLoaders();
runTasks<ImageTask>(encode);
