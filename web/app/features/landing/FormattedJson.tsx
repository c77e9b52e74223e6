const before = '{"id":9007199254740993,"price":1.10,"tags":["sql","til"]}';
const after = `{
  "id": 9007199254740993,
  "price": 1.10,
  "tags": [
    "sql",
    "til"
  ]
}`;

/** A text before and after the formatter, whose numbers keep all digits. */
export const FormattedJson = () => (
  <section aria-label="Formatted JSON" className="card min-w-0 font-mono text-sm">
    <pre dir="ltr" className="wrap-anywhere whitespace-pre-wrap px-5 py-4 text-muted">
      {before}
    </pre>
    <pre dir="ltr" className="overflow-x-auto border-line border-t px-5 py-4">
      {after}
    </pre>
  </section>
);
