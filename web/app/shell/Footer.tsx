import { useSite } from '../features/site/site';

/** The site's name, its own pages and the links that the admin has chosen. */
export function Footer() {
  const { brand, links } = useSite();
  return (
    <footer className="mx-auto w-full max-w-[72rem] px-4 print:hidden">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-t py-6 text-muted text-sm">
        <bdi className="wrap-anywhere mr-auto">{brand}</bdi>
        <nav aria-label="Footer">
          <ul className="flex flex-wrap gap-x-5 gap-y-1">
            {links.map(({ label, url }) => (
              <li key={label + url}>
                <a href={url} className="tap link-quiet wrap-anywhere inline-flex items-center py-1 hover:text-ink">
                  <bdi>{label}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
