import { type Notification, notificationPath } from '@dev-connector/contract';
import { expect, test } from 'vitest';

test('links several new followers to the notifications while the viewer is unknown', () => {
  const followers = { kind: 'follow', actors: [{ _id: 'ada' }, { _id: 'ben' }], others: 0 } as unknown as Notification;
  expect(notificationPath(followers, 'cyd')).toBe('/dev/profile/cyd/followers');
  expect(notificationPath(followers, undefined)).toBe('/dev/notifications');
});
