import type { ComponentProps } from 'react';
import MemberCalendar from '../../activity/MemberCalendar';
import { Career } from './Career';

/** The career, or the calendar of a member. One component, because the screen has little script. */
export const Drawings = (props: ComponentProps<typeof Career> | ComponentProps<typeof MemberCalendar>) =>
  'userId' in props ? <MemberCalendar {...props} /> : <Career {...props} />;
