/** Links to the profile as a résumé page, PDF and JSON. Plain links, because the server renders these documents. */
export function ResumeLinks({ id }: { id: string }) {
  const page = `/dev/profile/${id}/resume`;
  return (
    <ul aria-label="Résumé" className="flex flex-wrap items-center gap-x-4 sm:ml-auto">
      {[
        { name: 'Résumé', href: page },
        { name: 'PDF', href: `${page}.pdf` },
        { name: 'JSON', href: `/api/profile/user/${id}/resume` },
      ].map(({ name, href }) => (
        <li key={name}>
          <a href={href} className="link tap inline-flex items-center text-sm">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
