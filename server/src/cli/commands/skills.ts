import { limits } from '@dev-connector/contract';
import { removeAlias, setAlias } from '../../features/directory/aliases.ts';
import { type Alias, listAliases } from '../../features/directory/canonical.ts';
import { isLonger } from '../../platform/http/schemas/fields.ts';
import { escapeText } from '../../platform/log/escape.ts';
import { baseKey } from '../../platform/text/comparison-keys.ts';
import { CommandFailure, command, output, subcommands, UsageError } from '../command.ts';
import { withDatabase } from '../database.ts';

const help = `Manages aliases of skills, such as js for JavaScript. The site finds and counts members by the skill of an alias; their profiles stay unchanged.

  dev-connector skills list                list all aliases: alias, skill, and "own" if you have set it
  dev-connector skills alias ALIAS SKILL   add an alias of a skill
  dev-connector skills unalias ALIAS       remove an alias, including one that ships with the program

  --json   print JSON; with list, one object per line

The site can keep running. Changes take effect immediately.`;

const options = { json: { type: 'boolean' } } as const;

const list = command({
  help,
  positionals: ['list'],
  options,
  async run({ json }) {
    await withDatabase(async (db) => {
      const aliases = [...(await listAliases(db)).values()].sort(
        (a, b) => a.skill.localeCompare(b.skill) || a.alias.localeCompare(b.alias),
      );
      for (const alias of aliases) output(json, alias, escapeText(toLine(alias)));
    });
  },
});

const alias = command({
  help,
  positionals: ['alias', 'ALIAS', 'SKILL'],
  options,
  async run({ json }, [, name = '', skill = '']) {
    for (const text of [name, skill])
      if (baseKey(text) === '' || text.includes(',') || isLonger(text, limits.skill))
        throw new UsageError(`A skill has 1 to ${limits.skill} characters and no comma, but is "${text}".`);
    if (baseKey(name) === baseKey(skill)) throw new UsageError('A skill cannot be an alias of itself.');
    await withDatabase((db) => setAlias(db, name, skill.trim()));
    output(json, { alias: baseKey(name), skill: skill.trim() }, `"${baseKey(name)}" is now an alias of "${skill.trim()}".`);
  },
});

const unalias = command({
  help,
  positionals: ['unalias', 'ALIAS'],
  options,
  async run({ json }, [, name = '']) {
    await withDatabase(async (db) => {
      if (!(await removeAlias(db, name))) throw new CommandFailure(`There is no alias "${name}".`);
    });
    output(json, { alias: baseKey(name), removed: true }, `Removed the alias "${baseKey(name)}".`);
  },
});

export const skills = subcommands('skills', { list, alias, unalias });

const toLine = ({ alias, skill, isOwn }: Alias) => `${alias.padEnd(24)}  ${skill}${isOwn ? '  own' : ''}`;
