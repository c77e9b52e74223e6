import { Suspense } from 'react';
import { lazyComponent } from '../../../ui/lazy-part';
import { NoProfileLine } from '../../profiles/NoProfile';
import { Credentials } from '../Credentials';
import { ProfileLinks } from '../ProfileLinks';
import { FirstRun, type FirstRunProps } from './FirstRun';

const MyDrafts = lazyComponent(async () => (await import('../../drafts/MyDrafts')).MyDrafts);
const DeleteAccount = lazyComponent(async () => (await import('../../settings/DeleteAccount')).DeleteAccount);

/**
 * The dashboard of a new member. The steps come first, so that they do not move when the profile appears below. On a wide screen the links to the profile and unsent
 * texts stand beside them.
 */
export const FirstScreens = (props: FirstRunProps) => (
  <div className="flex flex-col gap-x-12 gap-y-8 max-lg:max-w-[40rem] lg:grid lg:grid-cols-[minmax(0,40rem)_minmax(17rem,1fr)] lg:items-start">
    <FirstRun {...props} />
    <div className="flex min-w-0 flex-col gap-8 lg:pt-6">
      {props.profile ? <ProfileLinks /> : <NoProfileLine />}
      <Suspense>
        <MyDrafts accountId={props.account._id} />
      </Suspense>
    </div>
    {props.profile && (
      <div className="flex min-w-0 flex-col gap-8 lg:col-start-1">
        <Credentials profile={props.profile} />
      </div>
    )}
    <div className="lg:col-start-1">
      <Suspense>
        <DeleteAccount />
      </Suspense>
    </div>
  </div>
);
