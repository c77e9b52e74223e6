import { alwaysMailed, type NotificationKind, type NotificationSetting, type NotificationSettingChange } from '@dev-connector/contract';

interface ChannelTableProps {
  settings: NotificationSetting[];
  labels: Record<NotificationKind, string>;
  change: (changes: NotificationSettingChange[]) => void;
}

/** The channels of each kind of notification. E-mails contain only what the member is notified of on the site. */
export const ChannelTable = ({ settings, labels, change }: ChannelTableProps) => (
  <table className="w-full text-left">
    <thead className="text-muted text-sm">
      <tr>
        <td />
        <ColumnHeading>Site</ColumnHeading>
        <ColumnHeading>E-mail</ColumnHeading>
      </tr>
    </thead>
    <tbody>
      {settings.map(({ kind, site, email }) => (
        <tr key={kind}>
          <th scope="row" className="py-1.5 pr-2 font-normal">
            {labels[kind] ?? kind}
          </th>
          <Choice label={`${labels[kind] ?? kind}: on the site`} checked={site} onChange={(site) => change([{ kind, site }])} />
          {alwaysMailed.includes(kind) ? (
            <td className="text-center text-muted text-sm">Always</td>
          ) : (
            <Choice
              label={`${labels[kind] ?? kind}: by e-mail`}
              checked={site && email}
              disabled={!site}
              onChange={(email) => change([{ kind, email }])}
            />
          )}
        </tr>
      ))}
    </tbody>
  </table>
);

const ColumnHeading = ({ children }: { children: string }) => (
  <th scope="col" className="w-16 text-center font-normal">
    {children}
  </th>
);

interface ChoiceProps {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

const Choice = ({ label, onChange, ...input }: ChoiceProps) => (
  <td className="text-center">
    <label className="tap flex items-center justify-center">
      <span className="sr-only">{label}</span>
      <input type="checkbox" className="checkbox" {...input} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    </label>
  </td>
);
