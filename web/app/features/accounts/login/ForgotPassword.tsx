import { useSite } from '../../site/site';

/** Says who can help a member without their password: the site sends no mail. */
export function ForgotPassword() {
  const contacts = useSite().links.filter(({ url }) => url.startsWith('mailto:'));
  return (
    <details>
      <summary className="link tap inline-flex items-center">Forgot your password?</summary>
      <p className="mt-1.5">
        An admin of this site can give you a link that sets a new one.
        {contacts.map(({ label, url }) => (
          <span key={url}>
            {' '}
            <a href={url} className="link">
              <bdi>{label}</bdi>
            </a>
          </span>
        ))}
      </p>
    </details>
  );
}
