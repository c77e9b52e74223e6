import { NavLink } from 'react-router';

/** Links in the shape of tabs, one per address. */
export const TabLinks = ({ label, links }: { label: string; links: Array<{ to: string; label: string }> }) => (
  <nav aria-label={label} className="tabs">
    {links.map(({ to, label }) => (
      <NavLink key={to} to={to} end>
        {label}
      </NavLink>
    ))}
  </nav>
);
