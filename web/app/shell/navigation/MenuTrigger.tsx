import { Avatar } from '../../ui/Avatar';

/** Content of the button that opens the account menu. */
export const MenuTrigger = ({ avatar }: { avatar: string }) => (
  <>
    <span className="contents max-sm:[&>img]:size-[1.375rem]">
      <Avatar src={avatar} size={32} />
    </span>
    <span className="sm:hidden">Me</span>
  </>
);
