import { Button } from '../../ui/Button';
import { Section } from '../../ui/Section';
import { DeletedCard } from '../comments/DeletedCard';
import { RenderedText } from '../posts/card/RenderedText';
import { Composer } from '../posts/composer/Composer';
import { OtherText } from '../posts/composer/OtherText';
import { WordDiff } from '../posts/editing/WordDiff';

/** As server/src/features/markdown renders it. */
const html = `<div class="heading"><h3 id="a-heading">A heading</h3><a class="anchor" href="#a-heading" aria-label="Link to “A heading”"></a></div>
<p>A paragraph with <strong>strong</strong> text, <code>code</code> and a <a href="/dev">link</a>.<br>A task list:</p>
<ul><li class="task"><input type="checkbox" disabled="" checked="" aria-label="Done">Write it</li>
<li class="task"><input type="checkbox" disabled="" aria-label="To do">Measure it</li></ul>
<blockquote><p>A quote with <kbd>Ctrl</kbd> and H<sub>2</sub>O</p></blockquote>
<details><summary>Details</summary><p>More text</p></details>
<figure class="code"><figcaption>TypeScript</figcaption><pre tabindex="0"><code><span class="line"><span class="hljs-keyword">const</span> answer = <span class="hljs-number">42</span>;</span>
<span class="line marked"><span class="hljs-variable">console</span>.<span class="hljs-title">log</span>(answer);</span></code></pre></figure>
<div class="table-scroll" tabindex="0"><table><thead><tr><th>Engine</th><th class="align-right">Jobs</th></tr></thead>
<tbody><tr><td>PostgreSQL</td><td class="align-right">9,800</td></tr></tbody></table></div>`;

const send = async () => undefined;

export const TextComponents = () => (
  <Section heading="Texts">
    <RenderedText html={html} />
    <Composer context="design" label="Say Something..." characterLimit={1000} send={send} />
    <OtherText label="The saved text" message="Saved elsewhere" title="The title" text="The text that was saved elsewhere.">
      <Button size="sm">Keep this text</Button>
      <Button size="sm">Use the saved text</Button>
    </OtherText>
    <WordDiff before="The quick brown fox jumps." after="The quick red fox leaps." className="prose-text" />
    <DeletedCard id="design" kind="Comment" linked={undefined} accountId="" />
  </Section>
);
