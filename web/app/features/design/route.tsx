import { Code, Inbox, LogOut, Moon, Sun, SunMoon, User } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { AlertBanner } from '../../feedback/AlertBanner';
import { addAlert } from '../../feedback/alerts';
import { Avatar } from '../../ui/Avatar';
import { Button } from '../../ui/Button';
import { setTheme, type Theme, themeNames, themes, useTheme } from '../../ui/browser/theme';
import { Dialog } from '../../ui/Dialog';
import { Time, Timestamp } from '../../ui/dates';
import { Menu, MenuItem, MenuRadio } from '../../ui/Menu';
import { Screen } from '../../ui/Screen';
import { Section } from '../../ui/Section';
import { EmptyState } from '../../ui/states/EmptyState';
import { ErrorState } from '../../ui/states/ErrorState';
import { SkeletonCard, Skeletons, SkeletonText } from '../../ui/states/Skeleton';
import { TabLinks } from '../../ui/TabLinks';
import { Buttons } from './Buttons';
import { Colours } from './Colours';
import { Fields } from './Fields';
import { TextComponents } from './TextComponents';

const picture = '/icon-192.png';
const themeIcons: Record<Theme, ReactNode> = { system: <SunMoon />, light: <Sun />, dark: <Moon /> };

/** Every component in every state. Only in development; e2e/design compares its pictures. */
export default function Design() {
  const dialog = useRef<HTMLDialogElement>(null);
  const theme = useTheme();
  return (
    <Screen heading="Design" lead="Every component in every state. docs/interface.md says when to use which." width="reading">
      <Colours />
      <Buttons />
      <Fields />
      <TextComponents />
      <Section heading="Tabs">
        <TabLinks
          label="Addresses"
          links={[
            { to: '/dev/design', label: 'Design' },
            { to: '/dev/profiles', label: 'Developers' },
          ]}
        />
      </Section>
      <Section heading="Menu and dialog">
        <div className="flex flex-wrap gap-2">
          <Menu label="Account menu" trigger="Account" className="btn">
            <MenuItem>
              <User /> My profile
            </MenuItem>
            <hr />
            {themeNames.map((name) => (
              <MenuRadio key={name} checked={name === theme} onClick={() => setTheme(name)}>
                {themeIcons[name]} {themes[name]}
              </MenuRadio>
            ))}
            <hr />
            <MenuItem>
              <LogOut /> Logout
            </MenuItem>
          </Menu>
          <Button onClick={() => dialog.current?.showModal()}>Open the dialog</Button>
        </div>
        <Dialog
          ref={dialog}
          title="Delete the account?"
          lead="Are you sure? This cannot be undone"
          actions={
            <>
              <Button onClick={() => dialog.current?.close()}>Cancel</Button>
              <Button variant="danger" onClick={() => dialog.current?.close()}>
                Delete
              </Button>
            </>
          }
        />
      </Section>
      <Section heading="Alerts">
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => addAlert('Post Created', 'success')}>Success</Button>
          <Button onClick={() => addAlert('Passwords do not match', 'danger')}>Danger</Button>
        </div>
        <div className="flex max-w-80 flex-col gap-2">
          <AlertBanner msg="Post Created" alertType="success" onDismiss={() => {}} />
          <AlertBanner msg="Passwords do not match" alertType="danger" onDismiss={() => {}} />
          <AlertBanner msg="Post Removed" alertType="success" onDismiss={() => {}} onUndo={() => {}} />
        </div>
      </Section>
      <Section heading="People, tags, time">
        <div className="flex flex-wrap items-center gap-3">
          {([24, 32, 40, 96] as const).map((size) => (
            <Avatar key={size} src={picture} size={size} />
          ))}
        </div>
        <div className="flex flex-wrap gap-1.5">
          <span className="chip">TypeScript</span>
        </div>
        <p className="text-muted">
          Posted on <Timestamp date="2024-10-27T09:30:00.000Z" />, edited <Time date="2024-10-28T09:30:00.000Z" />
        </p>
      </Section>
      <Section heading="List and card">
        <ul className="list">
          <li className="py-3">Hairlines separate items.</li>
          <li className="py-3">No box around them.</li>
        </ul>
        <div className="card p-4">A card can be picked up as a whole.</div>
        <p>
          A{' '}
          <a href="#main" className="link">
            link in a text
          </a>
          , and <span className="kbd">⌘</span> <span className="kbd">K</span>
        </p>
      </Section>
      <Section heading="Loading, empty, failed">
        <SkeletonText />
        <Skeletons count={1} />
        <SkeletonCard />
        <progress className="w-full" aria-label="Formatting" max={100} value={40} />
        <EmptyState icon={<Inbox />} title="No posts found..." action={<Button>Write the first</Button>}>
          Ask a question, or say what you are working on.
        </EmptyState>
        <EmptyState icon={<Code />} title="No repositories yet" />
        <ErrorState message="Failed to load profiles" status={503} reason="Try again later." onRetry={() => {}} />
      </Section>
    </Screen>
  );
}
