/** A rate limit: at most `times` within any period of `seconds`. */
export interface Rate {
  times: number;
  seconds: number;
}

/** Rate limits of an action, by key. An address is an IPv4 address or an IPv6 /64 network. */
export interface Rates {
  /** Per signed-in member; for password attempts, per target account. */
  account?: Rate;
  /** Replaces `account` while the account is younger than `newcomerHours`. */
  newcomer?: Rate;
  address?: Rate;
  /** Per network (IPv4 /24 or IPv6 /48), except for addresses that have signed in to the target account before. */
  network?: Rate;
  /** Per target account and address. */
  accountFromAddress?: Rate;
  /** Per target account and network: IPv4 /24 or IPv6 /48. */
  accountFromNetwork?: Rate;
  /** Per target account and device that has signed in to it before; replaces all other limits for such a device. */
  accountFromDevice?: Rate;
  /** Mails per e-mail address, which may be a stranger's. */
  recipient?: Rate;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Rate limits by action, used by the server, the OpenAPI document and the tests. All processes that use one database share the counters. */
export const rates = {
  /**
   * Password attempts, successful or not: sign-in, password change and confirmation share these counters. The last two count only attempts from addresses
   * that have not signed in to the account before (docs/decisions/0006-sign-in.md).
   */
  signIn: {
    address: { times: 10, seconds: minute },
    network: { times: 60, seconds: minute },
    accountFromAddress: { times: 20, seconds: hour },
    accountFromDevice: { times: 20, seconds: hour },
    accountFromNetwork: { times: 20, seconds: hour },
    account: { times: 100, seconds: hour },
  },
  signUp: { address: { times: 20, seconds: hour } },
  /** Password resets. */
  password: { address: { times: 20, seconds: minute } },
  /** Reset links for a typed address, whether or not an account has it. */
  forgot: {
    account: { times: 3, seconds: hour },
    address: { times: 10, seconds: hour },
    network: { times: 30, seconds: hour },
    recipient: { times: 10, seconds: day },
  },
  /** Links that confirm an address. `recipient` also counts those after a sign-up and a change of the address and, apart, security mails to an unconfirmed one. */
  verification: {
    account: { times: 5, seconds: hour },
    address: { times: 20, seconds: hour },
    recipient: { times: 10, seconds: day },
  },
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
  /** Previews of texts. The server renders at most two long ones at a time. */
  preview: { account: { times: 60, seconds: minute }, address: { times: 150, seconds: minute } },
  follow: { account: { times: 60, seconds: minute }, address: { times: 150, seconds: minute } },
  like: { account: { times: 60, seconds: minute }, address: { times: 150, seconds: minute } },
  bookmark: { account: { times: 60, seconds: minute }, address: { times: 150, seconds: minute } },
  notification: { account: { times: 60, seconds: minute }, address: { times: 150, seconds: minute } },
  /** Mail providers send the requests of many recipients. */
  unsubscribe: { address: { times: 300, seconds: minute } },
  /** Browsers save a draft at most every two seconds. */
  draft: { account: { times: 60, seconds: minute }, address: { times: 200, seconds: minute } },
  /** All other changes. */
  change: { account: { times: 30, seconds: minute }, address: { times: 100, seconds: minute } },
  /** Images. Each can take several seconds of CPU time. */
  upload: {
    account: { times: 30, seconds: 10 * minute },
    newcomer: { times: 20, seconds: hour },
    address: { times: 60, seconds: 10 * minute },
  },
  /** Downloads of all data of a member. */
  download: { account: { times: 10, seconds: hour } },
  /** PDF résumés, which take 200 to 400 ms of CPU time each. */
  print: { address: { times: 60, seconds: 10 * minute } },
  /** Pictures for link previews, which take about 50 ms of CPU time each. */
  picture: { address: { times: 60, seconds: minute } },
  /** Reports of violations, which browsers send without a script. */
  report: { address: { times: 60, seconds: minute } },
  /** Requests to the code host. Cached usernames do not count. */
  codeHost: { address: { times: 30, seconds: 10 * minute } },
} satisfies Record<string, Rates>;

export type RateName = keyof typeof rates;

/** Limits on all API requests and pages together, excluding static files. Counted per clock minute; server/src/platform/http/rate-limits/request-counter.ts documents the tolerance. */
export const traffic = { account: { times: 600, seconds: minute }, address: { times: 1200, seconds: minute } } satisfies Rates;

export const newcomerHours = 24;

/** Maximum clock difference between machines that share a database, in milliseconds. Attempts with a timestamp further in the future are ignored. */
export const clockTolerance = 60_000;

/** Message of a 429 response. */
export const rateLimitMessage = (seconds: number): string => `Too many requests. Try again in ${formatDuration(seconds)}.`;

/** Formats a duration in seconds or minutes if below 100 of them, otherwise in hours, or days from two days on, rounded up. */
export function formatDuration(seconds: number): string {
  const [size, unit] =
    seconds < 100 ? [1, 'second'] : seconds < 100 * minute ? [minute, 'minute'] : seconds < 2 * day ? [hour, 'hour'] : [day, 'day'];
  const count = Math.ceil(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Describes rate limits in a sentence for the OpenAPI document. */
export function describeRates({
  account,
  newcomer,
  address,
  network,
  accountFromAddress,
  accountFromNetwork,
  accountFromDevice,
  recipient,
}: Rates): string {
  const parts = [
    account && `${account.times} in ${formatDuration(account.seconds)} per account`,
    newcomer && `${newcomer.times} in ${formatDuration(newcomer.seconds)} per account in its first ${newcomerHours} hours`,
    address && `${address.times} in ${formatDuration(address.seconds)} per address`,
    network && `${network.times} in ${formatDuration(network.seconds)} per unknown network (IPv4 /24 or IPv6 /48)`,
    accountFromAddress && `${accountFromAddress.times} in ${formatDuration(accountFromAddress.seconds)} per account and address`,
    accountFromNetwork &&
      `${accountFromNetwork.times} in ${formatDuration(accountFromNetwork.seconds)} per account and unknown network (IPv4 /24 or IPv6 /48)`,
    accountFromDevice &&
      `${accountFromDevice.times} in ${formatDuration(accountFromDevice.seconds)} per account and known device, replacing the other limits`,
    recipient && `${recipient.times} in ${formatDuration(recipient.seconds)} per e-mail address`,
  ];
  return `At most ${parts.filter(Boolean).join(', ')}.`;
}
