import { Link } from 'react-router';
import { useSendsMail } from '../../site/capabilities';
import { useSite } from '../../site/site';

/** Leads to a reset link by mail. If the site sends none, says who can help. */
export const ForgotPassword = () =>
  useSendsMail() ? (
    <p>
      <Link to="/dev/forgot-password" className="link tap inline-flex items-center">
        Forgot your password?
      </Link>
    </p>
  ) : (
    <details>
      <summary className="link tap inline-flex items-center">Forgot your password?</summary>
      <p className="mt-1.5">
        <AskAdmin />
      </p>
    </details>
  );

/** Says who can help on a site that sends no mail. */
export const AskAdmin = () => (
  <>
    An admin of this site can give you a link that sets a new password.
    {useSite()
      .links.filter(({ url }) => url.startsWith('mailto:'))
      .map(({ label, url }) => (
        <span key={url}>
          {' '}
          <a href={url} className="link">
            <bdi>{label}</bdi>
          </a>
        </span>
      ))}
  </>
);
