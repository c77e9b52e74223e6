interface ReaderTableProps {
  caption: string;
  columns: string[];
  /** The first cell names the row. */
  rows: Array<Array<string | number>>;
}

/** What a drawing shows, as a table for screen readers. */
export const ReaderTable = ({ caption, columns, rows }: ReaderTableProps) => (
  <div className="sr-only">
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], index) => (
          <tr key={index}>
            <th scope="row">{name}</th>
            {cells.map((cell, column) => (
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
