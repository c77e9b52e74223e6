import { lazy, Suspense } from 'react';
import { NoProfileLine } from '../../profiles/NoProfile';
import { Credentials } from '../Credentials';
import { ProfileLinks } from '../ProfileLinks';
import { FirstRun, type FirstRunProps } from './FirstRun';

const MyDrafts = lazy(async () => ({ default: (await import('../../drafts/MyDrafts')).MyDrafts }));
const DeleteAccount = lazy(async () => ({ default: (await import('../../settings/DeleteAccount')).DeleteAccount }));

/** The dashboard of a new member. The steps come first, so that they do not move when the profile appears below. Unsent texts show, too. */
export const FirstScreens = (props: FirstRunProps) => (
  <div className="flex max-w-[40rem] flex-col gap-8">
    <FirstRun {...props} />
    {props.profile ? (
      <>
        <ProfileLinks />
        <Credentials profile={props.profile} />
      </>
    ) : (
      <NoProfileLine />
    )}
    <Suspense>
      <MyDrafts accountId={props.account._id} />
      <DeleteAccount />
    </Suspense>
  </div>
);
