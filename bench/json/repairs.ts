/** npm run bench:repairs: compares the repair of broken texts with jsonrepair, and measures its speed. */
import { isDeepStrictEqual } from 'node:util';
import { jsonrepair } from 'jsonrepair';
import { brokenInputs } from '../../json/src/repair/broken-inputs.ts';
import { repair } from '../../json/src/repair/repair.ts';

type Result = 'as meant' | 'something else' | 'refused';

/** Compares the documents that a function returns with those that are meant. */
function judge(meant: unknown[] | string, documents: () => unknown[] | undefined): Result {
  try {
    const found = documents();
    if (!found) return 'refused';
    return isDeepStrictEqual(found, meant) ? 'as meant' : 'something else';
  } catch {
    return 'refused';
  }
}

function ours(text: string): unknown[] | undefined {
  const result = repair(text);
  if (!result.ok) return undefined;
  try {
    return [JSON.parse(result.text)];
  } catch {
    return result.text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line));
  }
}

/** jsonrepair returns several documents as an array. */
function theirs(text: string, several: boolean): unknown[] {
  const value = JSON.parse(jsonrepair(text));
  return several ? value : [value];
}

const totals = { ours: new Map<Result, number>(), theirs: new Map<Result, number>() };
for (const { name, text, meant } of brokenInputs) {
  const results = {
    ours: judge(meant, () => ours(text)),
    theirs: judge(meant, () => theirs(text, meant.length > 1 && typeof meant !== 'string')),
  };
  for (const who of ['ours', 'theirs'] as const) totals[who].set(results[who], (totals[who].get(results[who]) ?? 0) + 1);
  console.log(`${name}: ours ${results.ours}, jsonrepair ${results.theirs}`);
}
console.log(`\n${brokenInputs.length} texts`, totals);

/** Texts of one megabyte with many mistakes, to show that the time is linear: processor time per megabyte of 1 and 4 MB. */
const shapes: Record<string, (size: number) => string> = {
  'a dictionary of Python': (size) => `[${"{'name': 'Ada', 'tags': ['a', 'b'], 'none': None},\n".repeat(size / 50)}]`,
  'one trailing comma': (size) => `[${'{"name": "Ada", "tags": ["a", "b"], "none": null},\n'.repeat(size / 51)}]`,
  'log lines': (size) => '10:00 INFO got {"name": "Ada"} in 3 ms\n'.repeat(size / 40),
  'open brackets': (size) => '['.repeat(size),
  'escaped quotes and arrays': (size) => `${'\\"'.repeat(50)}[1,2]`.repeat(size / 105),
};
for (const [name, make] of Object.entries(shapes)) {
  const times = [1e6, 4e6].map((size) => {
    const text = make(size);
    const before = process.cpuUsage();
    repair(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / (size / 1e6);
  });
  console.log(`${name}: ${times.map((time) => Math.round(time)).join(' and ')} ms/MB for 1 and 4 MB`);
}
