import { useId, useRef, useState, useTransition } from 'react';
import { ActionFailure } from '../../shell/feedback/ActionFailure';
import { Period } from '../../ui/dates';
import { UserText } from '../../ui/UserText';

interface CredentialRow {
  _id: string;
  cells: [string, string];
  from: string;
  to?: string | undefined;
}

interface CredentialTableProps {
  heading: string;
  columns: [string, string];
  rows: CredentialRow[];
  empty: string;
  remove: (id: string) => Promise<unknown>;
  /** Error message for a failed deletion. */
  errorMessage: string;
}

/** Explicit roles: on a phone the table is laid out as blocks, and `display: block` removes the implicit table semantics. */
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  heading: { role: 'columnheader', scope: 'col' },
  cell: { role: 'cell' },
};

/** Table of experience or education entries, each with a delete button. On a phone each row is a block. */
export function CredentialTable({ heading, columns, rows, empty, remove, errorMessage }: CredentialTableProps) {
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const [failure, setFailure] = useState<unknown>();

  async function removeRow(row: string) {
    setFailure(undefined);
    try {
      await remove(row);
      title.current?.focus(); // the focused button was removed
    } catch (error) {
      setFailure(error);
    }
  }

  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} ref={title} tabIndex={-1} className="font-semibold outline-none">
        {heading}
      </h2>
      {failure !== undefined && <ActionFailure message={errorMessage} error={failure} />}
      {rows.length === 0 ? (
        <p className="card text-muted p-4">{empty}</p>
      ) : (
        <div className="card">
          <table {...roles.table} className="w-full text-left max-sm:block sm:table-fixed">
            <thead {...roles.group} className="text-sm max-sm:sr-only">
              <tr {...roles.row} className="border-line border-b">
                <th {...roles.heading} className="text-muted px-4 py-2 font-medium">
                  {columns[0]}
                </th>
                <th {...roles.heading} className="text-muted px-4 py-2 font-medium">
                  {columns[1]}
                </th>
                <th {...roles.heading} className="text-muted w-60 px-4 py-2 font-medium">
                  Years
                </th>
                <th {...roles.heading} className="w-28 px-4 py-2">
                  <span className="sr-only">Delete</span>
                </th>
              </tr>
            </thead>
            <tbody {...roles.group} className="max-sm:block">
              {rows.map((row) => (
                <Row key={row._id} row={row} columns={columns} onRemove={() => removeRow(row._id)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

const stacked =
  'max-sm:flex max-sm:gap-3 max-sm:py-0.5 max-sm:before:w-20 max-sm:before:shrink-0 max-sm:before:text-sm max-sm:before:leading-6 max-sm:before:font-normal max-sm:before:opacity-70 max-sm:before:content-[attr(data-label)]';

function Row({ row, columns, onRemove }: { row: CredentialRow; columns: [string, string]; onRemove: () => Promise<void> }) {
  const id = useId();
  const [pending, start] = useTransition();
  const remove = () => {
    if (!pending) start(onRemove);
  };
  return (
    <tr {...roles.row} className="border-line max-sm:block max-sm:py-3 [&:not(:first-child)]:border-t">
      <td {...roles.cell} id={id} data-label={columns[0]} className={`wrap-anywhere px-4 py-2 font-medium ${stacked}`}>
        <UserText text={row.cells[0]} />
      </td>
      <td {...roles.cell} data-label={columns[1]} className={`wrap-anywhere px-4 py-2 ${stacked}`}>
        <UserText text={row.cells[1]} />
      </td>
      <td {...roles.cell} data-label="Years" className={`px-4 py-2 tabular-nums ${stacked}`}>
        <span>
          <Period from={row.from} to={row.to} />
        </span>
      </td>
      <td {...roles.cell} className="px-4 py-2 text-right max-sm:block max-sm:text-left">
        <button type="button" className="btn btn-sm " aria-describedby={id} aria-disabled={pending} onClick={remove}>
          {pending && <span className="spinner size-4" aria-hidden />}
          Delete
        </button>
      </td>
    </tr>
  );
}
