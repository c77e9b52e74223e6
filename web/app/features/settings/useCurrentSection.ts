import { useEffect, useState } from 'react';

/** Returns the id of the section that is being read, and updates it while the page scrolls. */
export function useCurrentSection(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const update = () => setCurrent(sectionInView(ids));
    const observer = new ResizeObserver(update); // also when sections load
    observer.observe(document.body);
    addEventListener('scroll', update, { passive: true });
    addEventListener('hashchange', update);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', update);
      removeEventListener('hashchange', update);
    };
  }, [ids]);
  return current;
}

/** Pixels below the top of the window that the bar and the space above a linked section take. */
const topArea = 96;

/** The last section that begins in the top area. At the end of the page, the one in the address, which cannot scroll further up, or the last. */
function sectionInView(ids: readonly string[]): string | undefined {
  const sections = ids.flatMap((id) => document.getElementById(id) ?? []);
  const { scrollHeight } = document.documentElement;
  const topOf = (section: HTMLElement) => section.getBoundingClientRect().top;
  const isAtEnd = scrollY > 0 && scrollY + innerHeight >= scrollHeight - 1;
  const reached = sections.filter((section) => topOf(section) < topArea);
  if (!isAtEnd) return (reached.at(-1) ?? sections[0])?.id;
  const linked = sections.find(({ id }) => id === location.hash.slice(1));
  return (linked && topOf(linked) >= 0 ? linked : sections.at(-1))?.id;
}
