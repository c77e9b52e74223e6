import { Link } from 'react-router';
import { useSite } from '../features/site/site';

/** The site's name, the public posts, the site's own pages and the links that the admin has chosen. */
export function Footer() {
  const { brand, links } = useSite();
  return (
    <footer className="site-footer">
      <div>
        <bdi>{brand}</bdi>
        <nav aria-label="Footer">
          <ul>
            <li>
              <Link to="/dev/explore" className="tap link-quiet">
                Explore
              </Link>
            </li>
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
