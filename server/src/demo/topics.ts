interface Topic {
  tag: string;
  words: RegExp;
  description?: string;
}

const topics: Topic[] = [
  { tag: 'typescript', words: /TypeScript/, description: 'JavaScript with types: configuration, tricks and errors that fill the screen.' },
  { tag: 'javascript', words: /```js/ },
  { tag: 'rust', words: /\bRust\b|```rust/, description: 'Ownership, lifetimes and the compiler that is right again.' },
  { tag: 'go', words: /\bGo\b/ },
  { tag: 'python', words: /Python|```python/ },
  { tag: 'elixir', words: /Elixir/ },
  { tag: 'kotlin', words: /Kotlin/ },
  { tag: 'postgresql', words: /PostgreSQL|```sql/, description: 'Plans, indexes, migrations and upgrades.' },
  { tag: 'sqlite', words: /SQLite/ },
  { tag: 'docker', words: /Docker/ },
  { tag: 'git', words: /\bGit\b|git push/ },
  { tag: 'css', words: /```css/ },
  { tag: 'shell', words: /```bash/ },
  { tag: 'testing', words: /\btests?\b|Playwright|Vitest|property-based/, description: 'Tests that fail for the right reason.' },
  { tag: 'performance', words: /missing index|build pipeline|measure|slow/ },
  { tag: 'debugging', words: /\bbug\b|time zone|off-by-one|incident/, description: 'How it was found, and why it took so long.' },
  { tag: 'teamwork', words: /pair programming|reviews?\b|decision records|mob reviews/ },
  { tag: 'career', words: /new job|interview|intern\b|Juniors/ },
  { tag: 'books', words: /\bbook\b/ },
  { tag: '勉強会', words: /勉強会/ },
  { tag: 'برمجة', words: /خطأ|زملاء/ },
];

const maxTags = 3;

/** Returns the tags that fit a text. */
export const tagsFor = (text: string): string[] =>
  topics
    .filter(({ words }) => words.test(text))
    .map(({ tag }) => tag)
    .slice(0, maxTags);

export const allTags = topics.map(({ tag }) => tag);

export const descriptionOf = (name: string): string | undefined => topics.find(({ tag }) => tag === name)?.description;
