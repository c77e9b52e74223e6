import type { RequestError } from '../../../api/client';
import { UserText } from '../../../ui/UserText';

/** Errors in a file. The second line of a message quotes the line of the file; the third has a caret below the position of the error. */
export function Problems({ heading, error }: { heading: string; error: RequestError }) {
  return (
    <div role="alert" className="card flex flex-col gap-2 border-danger p-4">
      <p className="font-medium text-danger">{heading}</p>
      <ul className="flex flex-col gap-2 text-sm">
        {error.errors.map(({ msg, field }) => {
          const [reason, ...excerpt] = msg.split('\n');
          return (
            <li key={`${field} ${msg}`} className="wrap-anywhere">
              <UserText text={reason ?? ''} />
              {excerpt.length > 0 && <Excerpt line={excerpt[0] ?? ''} caret={excerpt[1]?.length ?? 1} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Line of the file with the position of the error highlighted, which survives line wrapping. */
function Excerpt({ line, caret }: { line: string; caret: number }) {
  const at = caret - 1;
  return (
    <code dir="ltr" className="wrap-anywhere mt-1 block whitespace-pre-wrap rounded-sm bg-sunken px-2 py-1">
      {line.slice(0, at)}
      <mark className="bg-danger/25 text-inherit underline decoration-2 decoration-danger">{line[at] ?? '\u00a0'}</mark>
      {line.slice(at + 1)}
    </code>
  );
}
