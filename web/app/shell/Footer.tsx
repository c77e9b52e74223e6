import { useSite } from '../features/site/site';

/** The site's name, its own pages and the links that the admin has chosen. */
export function Footer() {
  const { brand, links } = useSite();
  return (
    <footer className="site-footer">
      <div>
        <bdi>{brand}</bdi>
        <nav aria-label="Footer">
          <ul>
            {links.map(({ label, url }) => (
              <li key={label + url}>
                <a href={url} className="tap link-quiet">
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
