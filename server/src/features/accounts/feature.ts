import type { Feature } from '../../platform/context.ts';
import { exports } from './export.ts';
import { registerAddressMails } from './mail/address-mails.ts';
import { registerForgottenPasswords } from './mail/forgotten-password.ts';
import { registerRejections } from './mail/rejections.ts';
import { registerSecurityMails } from './mail/security-mails.ts';
import { registerAccountPurge } from './purge.ts';
import { accounts as routes } from './routes.ts';

/** Accounts, sessions and passwords. */
export const accounts: Feature = {
  name: 'accounts',
  routes,
  register(context) {
    registerAccountPurge(context);
    registerRejections(context);
    registerSecurityMails(context);
    registerForgottenPasswords(context);
    registerAddressMails(context);
  },
  exports,
  memberTables: {
    sessions: { exportedAs: 'sessions' },
    known_addresses: { exportedAs: 'knownAddresses' },
    known_devices: { exportedAs: 'knownDevices' },
    password_resets: { notExported: 'secret' },
    mailed_links: { notExported: 'secret' },
  },
};
