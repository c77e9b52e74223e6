import { showUnsubscribe } from '@dev-connector/contract';
import type { Subscription } from './mail-settings.ts';
import { frequencyOf } from './sentences.ts';

/* The page behind the unsubscribe link of a mail. Anyone with the link can open it, so it masks the address. */

const link = { href: '/dev/account#notifications', label: 'Choose what you receive' };

const others = 'e-mails about your password, your address and sign-ins are still sent.';
const stays = `You still see notifications on the site, and ${others}`;
const willStay = `You will still see notifications on the site, and ${others}`;

/** The first character of an address, and its domain. */
const masked = (address: string): string => address.replace(/^(.).*@/su, '$1***@');

export function subscriptionPage(token: string, { email, frequency }: Subscription, isUndone: boolean) {
  const url = showUnsubscribe.path.replace(':token', token);
  const address = masked(email);
  const turnOff = { action: url, label: 'Turn them off' };
  if (frequency === 'off')
    return {
      status: 200,
      heading: 'E-mails about notifications are off',
      paragraphs: [`${address} no longer receives them.`, stays],
      form: { action: `${url}/undo`, label: 'Turn them on again', isQuiet: true },
      link,
    };
  if (isUndone)
    return {
      status: 200,
      heading: 'E-mails about notifications are on again',
      paragraphs: [`${address} receives them ${frequencyOf(frequency)}.`],
      form: { ...turnOff, isQuiet: true },
      link,
    };
  return {
    status: 200,
    heading: 'Turn off e-mails about notifications?',
    paragraphs: [`${address} receives them ${frequencyOf(frequency)}.`, willStay],
    form: turnOff,
    link,
  };
}

export const invalidPage = {
  status: 404,
  heading: 'This link does not work',
  paragraphs: [
    'It is incomplete, or its account was deleted. Open the whole link in the e-mail, or sign in and turn e-mails off on the account screen.',
  ],
  link: { ...link, label: 'Go to the account screen' },
};
