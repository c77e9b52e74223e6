import { Checkbox } from '../../ui/fields/Field';
import { Section } from '../../ui/Section';
import { useChangeAccount } from '../accounts/account-queries';
import { useSession } from '../accounts/session/session';

/** Lets the member appear in the order of recent activity, and pages draw their career and activity. */
export function Activity() {
  const { account } = useSession();
  const { mutate: change, isPending, variables } = useChangeAccount();
  return (
    <Section id="activity" heading="Activity" lead="The site stores the hour in which you were last here only while this is on.">
      <Checkbox
        name="showActivity"
        label="Show me in “Recently active”"
        checked={(isPending ? variables.showActivity : undefined) ?? account?.showActivity ?? false}
        onChange={({ currentTarget }) => change({ showActivity: currentTarget.checked })}
      />
      <Checkbox
        name="showDrawings"
        label="Draw my career and my posts per day"
        checked={(isPending ? variables.showDrawings : undefined) ?? account?.showDrawings ?? true}
        onChange={({ currentTarget }) => change({ showDrawings: currentTarget.checked })}
      />
    </Section>
  );
}
