import { Written } from '../ui/Written';

export function Skills({ skills }: { skills: string[] }) {
  return (
    <ul aria-label="Skills" className="flex flex-wrap gap-1.5">
      {skills.map((skill) => (
        <li key={skill} className="wrap-anywhere rounded-selector border border-base-300 bg-base-200 px-2 py-0.5 text-sm">
          <Written text={skill} />
        </li>
      ))}
    </ul>
  );
}
