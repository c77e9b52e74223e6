import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { NavLink } from 'react-router';

export interface Tab {
  id: string;
  label: string;
  panel: ReactNode;
}

/** Tabs whose panels are all in the page, one of them visible (ARIA authoring practices, tabs with automatic activation). */
export function Tabs({ label, tabs, initial = tabs[0]?.id }: { label: string; tabs: Tab[]; initial?: string | undefined }) {
  const id = useId();
  const [selected, setSelected] = useState(initial);

  function onKeyDown(event: KeyboardEvent) {
    const index = tabs.findIndex((tab) => tab.id === selected);
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[event.key];
    const tab = next === undefined ? undefined : tabs[next % tabs.length];
    if (!tab) return;
    event.preventDefault();
    setSelected(tab.id);
    document.getElementById(`${id}-${tab.id}`)?.focus();
  }

  return (
    <div>
      <div role="tablist" aria-label={label} className="tabs" onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === selected}
            aria-controls={`${id}-${tab.id}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => setSelected(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div key={tab.id} role="tabpanel" id={`${id}-${tab.id}-panel`} aria-labelledby={`${id}-${tab.id}`} hidden={tab.id !== selected}>
          {tab.panel}
        </div>
      ))}
    </div>
  );
}

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
