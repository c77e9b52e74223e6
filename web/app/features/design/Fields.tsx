import { Checkbox, Select, TextArea, TextField } from '../../ui/fields/Field';
import { TokenInput } from '../../ui/fields/TokenInput';
import { Section } from '../../ui/Section';

const skills = ['JavaScript', 'Java', 'TypeScript', 'Rust', 'Go', 'PostgreSQL', 'SQLite'];

export const Fields = () => (
  <Section heading="Fields">
    <TextField name="name" label="Name" hint="Shown next to your posts." placeholder="Ada Lovelace" />
    <TextField name="email" label="Email" required defaultValue="ada@example" error="Please include a valid email" />
    <TextField name="company" label="Company" disabled defaultValue="Analytical Engines" />
    <div className="grid gap-4 sm:grid-cols-2">
      <Select name="status" label="Status" required defaultValue="0">
        <option value="0">* Select Professional Status</option>
        <option>Developer</option>
        <option>Student or Learning</option>
      </Select>
      <TextField name="from" label="From" type="date" defaultValue="2018-12-01" />
    </div>
    <TextArea name="text" label="Say Something..." rows={1} grows placeholder="Grows with its text" />
    <TextArea name="bio" label="Bio" rows={3} characterLimit={10} defaultValue="Eleven char" hint="A counter shows near the limit." />
    <TokenInput
      name="skills"
      label="Skills"
      required
      defaultValue="HTML, CSS, Punch cards"
      suggestions={skills}
      hint="Separate with commas. Drag to reorder."
    />
    <TokenInput name="others" label="Tags" placeholder="Add a tag" error="Tags are required" />
    <Checkbox name="current" label="Current Job" defaultChecked />
    <Checkbox name="remote" label="Remote" />
  </Section>
);
