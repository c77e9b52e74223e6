import { setImmediate } from 'node:timers/promises';
import { type Context, perContext } from '../../platform/context.ts';
import { type Db, firstId } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { type OpenToColumns, openToOf, type ProfileRow } from '../profiles/profiles.ts';
import { visiblePeople } from '../visibility/policy.ts';
import { readCanonical } from './aliases.ts';
import { readChanges, readDirectoryVersion } from './changes.ts';
import { type Entry, ProfileIndex } from './index-of-profiles.ts';

/** Profiles read at a time, so that other requests run in between. */
const batch = 100;

/** Returns the index of all profiles, with every change that was committed before the call. */
type Directory = () => Promise<ProfileIndex>;

interface State {
  index: ProfileIndex;
  version: number;
}

/** The index of profiles. The first call reads all profiles; later ones read only what has changed, also by other processes. */
export const directoryOf = perContext(openDirectory);

function openDirectory({ db }: Context): Directory {
  let state: State | undefined;
  let updating: Promise<void> = Promise.resolve();

  async function update(): Promise<void> {
    let version = await readDirectoryVersion(db);
    while (state?.version !== version) {
      state = (state && (await withChanges(db, state))) ?? (await load(db));
      version = await readDirectoryVersion(db);
      if (state.version !== version) await setImmediate();
    }
  }

  return async () => {
    if (!state || state.version !== (await readDirectoryVersion(db))) {
      updating = updating.catch(() => undefined).then(update); // one at a time
      await updating;
    }
    return (state as State).index;
  };
}

async function load(db: Db): Promise<State> {
  const version = await readDirectoryVersion(db);
  const index = new ProfileIndex(await readCanonical(db));
  for (let after = firstId; ; ) {
    const rows = await db.all<Row>`
      select ${entries} and p.id > ${after} order by p.id limit cast(${batch} as integer)`;
    for (const row of rows) index.put(toEntry(row));
    if (rows.length < batch) return { index, version };
    after = (rows.at(-1) as Row).id;
    await setImmediate();
  }
}

/** Applies the changes since a version; undefined if the index must be read again. */
async function withChanges(db: Db, { index, version }: State): Promise<State | undefined> {
  const changes = await readChanges(db, version);
  if (!changes) return undefined;
  const ids = [...new Set(changes.map(({ profile_id }) => profile_id as string))];
  const rows = await db.all<Row>`select ${entries} and p.id = any(${ids})`;
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const id of ids) {
    const row = found.get(id);
    if (row) index.put(toEntry(row));
    else index.remove(id);
  }
  return { index, version: changes.at(-1)?.version ?? version };
}

type Row = Pick<ProfileRow, 'id' | 'name' | 'skills' | 'location' | 'status' | keyof OpenToColumns> & { active_at: number | null };

const entries = sql`
  p.id, p.skills, p.location, p.status, p.open_to_work, p.open_to_mentoring, p.open_to_collaboration, u.name, u.active_at
  from profiles p join ${visiblePeople('members')} u on u.id = p.user_id`;

const toEntry = (row: Row): Entry => ({
  id: row.id,
  name: row.name,
  skills: JSON.parse(row.skills),
  place: row.location ?? '',
  status: row.status,
  open: openToOf(row),
  activeAt: row.active_at,
});
