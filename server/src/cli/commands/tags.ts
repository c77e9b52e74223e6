import { isTagName, limits, tagKey } from '@dev-connector/contract';
import { addAlias, describeTag, eachTag, hasTag, type TagEntry } from '../../features/tags/tag-changes.ts';
import { escapeText } from '../../platform/log/escape.ts';
import { CommandFailure, command, output, subcommands, UsageError } from '../command.ts';
import { withDatabase } from '../database.ts';
import { counted } from '../figures.ts';

const help = `Manages the tags of posts.

  dev-connector tags list                list all tags by name: posts, followers, name, aliases
  dev-connector tags rename TAG NAME     give a tag another name; the old name becomes an alias
  dev-connector tags merge TAG OTHER     move the posts and followers of a tag to another one; TAG becomes its alias
  dev-connector tags alias ALIAS TAG     make an unused name an alias of a tag
  dev-connector tags describe TAG TEXT   describe a tag in at most ${limits.tagDescription} characters; '' removes the description

  --json   print JSON; with list, one object per line

An alias takes effect immediately in new posts and in addresses; its followers and mutes move to the tag. A job moves the posts in batches within 10 seconds
if the site is running, otherwise at the next start. The texts of posts stay unchanged.`;

const options = { json: { type: 'boolean' } } as const;

const list = command({
  help,
  positionals: ['list'],
  options,
  run: ({ json }) =>
    withDatabase(async (db) => {
      for await (const tag of eachTag(db)) output(json, tag, escapeText(toLine(tag)));
    }),
});

/** Whether each name of a command must already be a tag. */
const checks = { rename: [true, false], merge: [true, true], alias: [false, true] } as const;

const move = command({
  help,
  positionals: ['subcommand', 'TAG', 'NAME'],
  options,
  run: ({ json }, [subcommand = '', ...names]) =>
    withDatabase(async (db) => {
      const [from = '', to = ''] = names.map(parseName);
      if (from === to) throw new CommandFailure('Both names are the same tag.');
      for (const [index, exists] of checks[subcommand as keyof typeof checks].entries()) {
        const name = [from, to][index] as string;
        if ((await hasTag(db, name)) !== exists)
          throw new CommandFailure(
            exists ? `There is no tag "${name}".` : `"${name}" is a tag already. Use "tags merge" to move its posts.`,
          );
      }
      await addAlias(db, from, to);
      output(json, { alias: from, tag: to }, `"${from}" is now an alias of "${to}".`);
    }),
});

const describe = command({
  help,
  positionals: ['describe', 'TAG', 'TEXT'],
  options,
  run: ({ json }, [, name = '', text = '']) =>
    withDatabase(async (db) => {
      const [tag, description] = [parseName(name), text.trim()];
      if ([...description].length > limits.tagDescription)
        throw new UsageError(`A description has at most ${limits.tagDescription} characters.`);
      if (!(await describeTag(db, tag, description))) throw new CommandFailure(`There is no tag "${tag}".`);
      output(json, { tag, description }, description === '' ? `Removed the description of "${tag}".` : `Described "${tag}".`);
    }),
});

export const tags = subcommands('tags', { list, rename: move, merge: move, alias: move, describe });

function parseName(name: string): string {
  if (!isTagName(name))
    throw new UsageError(`"${name}" is not a tag: it must begin with a letter and contain only letters, digits and -_+.`);
  return tagKey(name);
}

const toLine = ({ name, posts, followers, aliases, description }: TagEntry) =>
  [counted(posts, 'post'), counted(followers, 'follower'), name, aliases.length > 0 && `(${aliases.join(', ')})`, description]
    .filter(Boolean)
    .join('  ');
