import { statusOptions, statusPlaceholder } from '@dev-connector/contract';
import { Select } from '../../../ui/fields/Field';

/** Adds the stored status as an option if another client has set one that is not in the list. */
export function StatusSelect({ stored, error }: { stored: string | undefined; error: string | undefined }) {
  const custom = stored !== undefined && !statusOptions.some(({ value }) => value === stored);
  return (
    <Select
      key={stored} // remounts the select, because it ignores changes of its default value
      id="status"
      name="status"
      label="Professional Status"
      required
      defaultValue={stored ?? statusPlaceholder}
      error={error}
      hint="Give us an idea of where you are at in your career"
    >
      <option value={statusPlaceholder}>* Select Professional Status</option>
      {statusOptions.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
      {custom && <option value={stored}>{stored}</option>}
    </Select>
  );
}
