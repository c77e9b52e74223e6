import { Checkbox } from '../../ui/fields/Field';
import { Section } from '../../ui/Section';
import { useChangeAccount } from '../accounts/account-queries';
import { useSession } from '../accounts/session/session';

/** Lets the member appear in the order of recent activity, and pages draw their career and activity. */
export function Activity() {
  return (
    <Section id="activity" heading="Activity" lead="The site stores the hour in which you were last here only while this is on.">
      <Choice name="showActivity" label="Show me in “Recently active”" />
      <Choice name="showDrawings" label="Draw my career and my posts per day" />
    </Section>
  );
}

/** A checkbox that saves its state. Each has its own request, so that one does not show an old state while the other is saved. */
function Choice({ name, label }: { name: 'showActivity' | 'showDrawings'; label: string }) {
  const { account } = useSession();
  const { mutate: change, isPending, variables } = useChangeAccount();
  const isChecked = (isPending ? variables[name] : undefined) ?? account?.[name] ?? false;
  return (
    <Checkbox name={name} label={label} checked={isChecked} onChange={({ currentTarget }) => change({ [name]: currentTarget.checked })} />
  );
}
