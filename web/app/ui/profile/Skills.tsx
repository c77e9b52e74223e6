import { UserText } from '../UserText';

export function Skills({ skills }: { skills: string[] }) {
  return (
    <ul aria-label="Skills" className="flex flex-wrap content-start gap-1.5">
      {skills.map((skill) => (
        <li key={skill} className="chip">
          <UserText text={skill} />
        </li>
      ))}
    </ul>
  );
}
