/** How often something may be done: at most `times` within any `seconds`. */
export interface Rate {
  times: number;
  seconds: number;
}

/** Whom a rate is counted by. An address is an IPv4 address, or the /64 network of an IPv6 one. */
export interface Rates {
  /** The member who asks; for attempts at a password, the account that is tried. */
  account?: Rate;
  /** The member, instead of `account`, while the account is younger than `newcomerHours`. */
  newcomer?: Rate;
  address?: Rate;
  /** One account, tried from one address. */
  accountFromAddress?: Rate;
  /** One account, tried from one wider network: the /24 of an IPv4 address, the /48 of an IPv6 one. */
  accountFromNetwork?: Rate;
  /** One account, tried from a device that has signed in to it before; all other rates are waived for it. */
  accountFromDevice?: Rate;
}

const minute = 60;
const hour = 60 * minute;

/** How often what may be done, once: the server, OpenAPI and the tests read this table. All processes on one database count as one. */
export const rates = {
  /**
   * Attempts at a password, right or wrong: signing in, changing the password and confirming it share these counters. The last two count only attempts from
   * addresses where nobody has signed in to the account before (docs/decisions/sign-in-under-attack.md).
   */
  signIn: {
    address: { times: 10, seconds: minute },
    accountFromAddress: { times: 20, seconds: hour },
    accountFromDevice: { times: 20, seconds: hour },
    accountFromNetwork: { times: 20, seconds: hour },
    account: { times: 100, seconds: hour },
  },
  signUp: { address: { times: 20, seconds: hour } },
  /** Setting a new password with a link. */
  password: { address: { times: 20, seconds: minute } },
  post: {
    account: { times: 10, seconds: minute },
    newcomer: { times: 10, seconds: hour },
    address: { times: 50, seconds: minute },
  },
  comment: {
    account: { times: 20, seconds: minute },
    newcomer: { times: 30, seconds: hour },
    address: { times: 100, seconds: minute },
  },
  like: { account: { times: 60, seconds: minute }, address: { times: 150, seconds: minute } },
  /** Whatever else changes something. */
  change: { account: { times: 30, seconds: minute }, address: { times: 100, seconds: minute } },
  /** All of a member's data in one file. */
  download: { account: { times: 10, seconds: hour } },
  /** Résumés as PDF, which cost 200 to 400 ms of a processor each. */
  print: { address: { times: 60, seconds: 10 * minute } },
  /** Names that the code host must be asked about; one that was asked about lately costs nothing. */
  codeHost: { address: { times: 30, seconds: 10 * minute } },
} satisfies Record<string, Rates>;

export type RateName = keyof typeof rates;

/** All calls and pages together, files not counted; of the clock's minutes, and with the slack that server/src/http/rate-limits/traffic.ts tells of. */
export const traffic = { account: { times: 600, seconds: minute }, address: { times: 1200, seconds: minute } } satisfies Rates;

export const newcomerHours = 24;

/** Clocks of machines on one database differ by less than this (milliseconds). What is dated further ahead was written while a clock was wrong, and does not count. */
export const clockTolerance = 60_000;

/** The sentence of a 429. */
export const rateLimitMessage = (seconds: number): string => `Too many requests. Try again in ${inWords(seconds)}.`;

/** A time as people say it: in seconds below 100, otherwise in minutes, rounded up. */
export function inWords(seconds: number): string {
  const [count, unit] = seconds < 100 ? [seconds, 'second'] : [Math.ceil(seconds / minute), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Rates in a sentence, for OpenAPI. */
export function describeRates({ account, newcomer, address, accountFromAddress, accountFromNetwork, accountFromDevice }: Rates): string {
  const parts = [
    account && `${account.times} in ${inWords(account.seconds)} for an account`,
    newcomer && `${newcomer.times} in ${inWords(newcomer.seconds)} in its first ${newcomerHours} hours`,
    address && `${address.times} in ${inWords(address.seconds)} from an address`,
    accountFromAddress && `${accountFromAddress.times} in ${inWords(accountFromAddress.seconds)} for an account from one address`,
    accountFromNetwork &&
      `${accountFromNetwork.times} in ${inWords(accountFromNetwork.seconds)} for an account from one unknown /24 or /48`,
    accountFromDevice &&
      `${accountFromDevice.times} in ${inWords(accountFromDevice.seconds)} for an account from a known device, instead of all others`,
  ];
  return `At most ${parts.filter(Boolean).join(', ')}.`;
}
