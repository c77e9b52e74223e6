import { Plus } from 'lucide-react';
import { useId, useRef } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../ui/Button';
import { MonthPeriod } from '../../ui/profile/MonthPeriod';
import { Period, type PeriodDates } from '../../ui/profile/Period';
import { UserText } from '../../ui/UserText';

interface CredentialRow extends PeriodDates {
  _id: string;
  cells: [string, string];
}

interface CredentialTableProps {
  heading: string;
  columns: [string, string];
  rows: CredentialRow[];
  empty: string;
  add: { label: string; to: string };
  /** Address of the screen that edits an entry, without its id. */
  editPath: string;
  remove: (id: string) => void;
}

/** Explicit roles: a narrow table is laid out as blocks, and `display: block` removes the implicit table semantics. */
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  heading: { role: 'columnheader', scope: 'col' },
  cell: { role: 'cell' },
};

/** Table of experience or education entries, each with Edit and Delete. Without room for columns, each row is a block. */
export function CredentialTable({ heading, columns, rows, empty, add, editPath, remove }: CredentialTableProps) {
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);

  function removeRow(row: string) {
    remove(row);
    title.current?.focus(); // the focused button was removed
  }

  return (
    <section aria-labelledby={id} className="@container flex flex-col gap-2">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={id} ref={title} tabIndex={-1} className="font-semibold text-lg outline-none">
          {heading}
        </h2>
        <Link to={add.to} className={buttonClass('neutral', 'sm')}>
          <Plus aria-hidden className="size-4" />
          {add.label}
        </Link>
      </header>
      {rows.length === 0 ? (
        <p className="border-line border-t py-3 text-muted">{empty}</p>
      ) : (
        <table {...roles.table} className="w-full text-left @max-[38rem]:block @min-[38rem]:table-fixed">
          <thead {...roles.group} className="text-muted text-sm @max-[38rem]:sr-only">
            <tr {...roles.row}>
              {[...columns, 'Years'].map((column, index) => (
                <th key={column} {...roles.heading} className={`py-2 pr-4 font-medium ${index === 2 ? 'w-46' : ''}`}>
                  {column}
                </th>
              ))}
              <th {...roles.heading} className="w-32 py-2">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody {...roles.group} className="@max-[38rem]:block">
            {rows.map((row) => (
              <Row key={row._id} row={row} editPath={`${editPath}/${row._id}`} onRemove={() => removeRow(row._id)} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

interface RowProps {
  row: CredentialRow;
  editPath: string;
  onRemove: () => void;
}

function Row({ row: { cells, ...period }, editPath, onRemove }: RowProps) {
  const id = useId();
  return (
    <tr
      {...roles.row}
      className="border-line border-t align-baseline @max-[38rem]:grid @max-[38rem]:grid-cols-[minmax(0,1fr)_auto] @max-[38rem]:gap-x-3 @max-[38rem]:py-3"
    >
      <td {...roles.cell} id={id} className="wrap-anywhere font-medium @max-[38rem]:col-start-1 @min-[38rem]:py-2.5 @min-[38rem]:pr-4">
        <UserText text={cells[0]} />
      </td>
      <td {...roles.cell} className="wrap-anywhere @max-[38rem]:col-start-1 @min-[38rem]:py-2.5 @min-[38rem]:pr-4">
        <UserText text={cells[1]} />
      </td>
      <td
        {...roles.cell}
        className="tabular-nums @max-[38rem]:col-start-1 @min-[38rem]:whitespace-nowrap @min-[38rem]:py-2.5 @min-[38rem]:pr-4"
      >
        <span aria-hidden>
          <MonthPeriod {...period} />
        </span>
        <p className="text-muted text-sm">
          <Period {...period} />
        </p>
      </td>
      <td
        {...roles.cell}
        className="whitespace-nowrap text-right @max-[38rem]:col-start-2 @max-[38rem]:row-span-3 @max-[38rem]:row-start-1 @min-[38rem]:py-1.5"
      >
        <Link to={editPath} className={buttonClass('ghost', 'sm')} aria-describedby={id}>
          Edit
        </Link>
        <Button variant="ghost" size="sm" className="-mr-2.5 text-muted" aria-describedby={id} onClick={onRemove}>
          Delete
        </Button>
      </td>
    </tr>
  );
}
