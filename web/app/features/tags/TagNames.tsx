import { UserText } from '../../ui/UserText';

/** Tags within a sentence, separated by commas. */
export const TagNames = ({ names }: { names: string[] }) =>
  names.map((name, index) => (
    <span key={name}>
      {index > 0 && ', '}
      <UserText text={`#${name}`} />
    </span>
  ));
