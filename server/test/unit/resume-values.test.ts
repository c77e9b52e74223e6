import type { Resume } from '@dev-connector/contract';
import { describe, expect, test } from 'vitest';
import { readDate } from '../../src/resume/loose-date.ts';
import { publicResume } from '../../src/resume/public-resume.ts';
import { telephoneLink } from '../../src/resume/telephone.ts';

test.for<[text: string, date: string]>([
  ['2014', '2014'],
  ['2014-9', '2014-09'],
  ['2014-9-3', '2014-09-03'],
  ['2014/09', '2014-09'],
  ['2014.09.03', '2014-09-03'],
  ['201409', '2014-09'],
  ['20140903', '2014-09-03'],
  ['2014-09-03T23:30:00+01:00', '2014-09-03'],
  ['01/2015', '2015-01'],
  ['1/2015', '2015-01'],
  ['01.2015', '2015-01'],
  ['01-2015', '2015-01'],
  ['31.12.2017', '2017-12-31'],
  ['12/31/2017', '2017-12-31'],
  ['Jan 2015', '2015-01'],
  ['january 2015', '2015-01'],
  ['Jan. 2015', '2015-01'],
  ['JAN, 2015', '2015-01'],
  ['Sept 2015', '2015-09'],
  ['May 2015', '2015-05'],
  ['2015 January', '2015-01'],
  ['1 Jan 2015', '2015-01-01'],
  ['January 1st, 2015', '2015-01-01'],
  ['Jan-2015', '2015-01'],
  ['März 2015', '2015-03'],
  ['février 2015', '2015-02'],
  ['enero de 2015', '2015-01'],
  ['янв. 2015', '2015-01'],
  ['2015年1月', '2015-01'],
  ['2015年', '2015'],
  ['2015년 1월', '2015-01'],
  ['يناير 2015', '2015-01'],
  ['ינואר 2015', '2015-01'],
  ['٢٠١٥', '2015'],
  ['２０１５-０１', '2015-01'],
  ['Summer 2015', '2015'],
  ['Q1 2015', '2015'],
  [' 2015 ', '2015'],
])('reads the date %s as %s', ([text, date]) => {
  expect(readDate(text)).toEqual({ date });
});

test.for([
  'Present',
  'present ',
  'PRESENT',
  'Current',
  'now',
  'Ongoing',
  'to date',
  'heute',
  'Actualidad',
  'présent',
  'en cours',
  'oggi',
  '現在',
  '至今',
  '현재',
  'الآن',
  'היום',
])('reads %s as an open end', (text) => {
  expect(readDate(text)).toBe('open');
});

test.for([
  'soon',
  '2017-13',
  '2023-02-29',
  '2017-00',
  '03/04/2015', // in March or in April
  '2014 - 2016',
  'Jan 2014 - Feb 2016',
  'Jan Feb 2015',
  '15',
  'x'.repeat(10_000),
  '1'.repeat(10_000),
])('does not read %s as a date', (text) => {
  expect(readDate(text)).toBeUndefined();
});

test.for<[text: string, href: string]>([
  ['+1 503 555 0142', 'tel:+15035550142'],
  ['(912) 555-4321', 'tel:9125554321'],
  ['+44 (0)20 7946 0000', 'tel:+442079460000'],
  ['030/1234567', 'tel:0301234567'],
  ['+49 30 / 123456', 'tel:+4930123456'],
  ['+1 503 555 0142 ext. 12', 'tel:+15035550142;ext=12'],
  ['+1-503-555-0142 x12', 'tel:+15035550142;ext=12'],
  ['tel:+15035550142', 'tel:+15035550142'],
  ['+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧', 'tel:+966501234567'],
  ['503.555.0142', 'tel:5035550142'],
])('links %s to %s', ([text, href]) => {
  expect(telephoneLink(text)).toBe(href);
});

test.for([
  '+1 503 555 0142 / +1 503 555 0143',
  '503 555 0142 / 503 555 0143',
  '+1 503 555 0142, +1 503 555 0143',
  '+1 503 555 0142 or 0143',
  '030 1234567 0171 76543210',
  '1-800-FLOWERS',
  'on request',
  'n/a',
  '2015-2019',
  '2015-01-31',
  '123',
  '++15035550142',
  '',
])('does not link %s, which is not one telephone number', (text) => {
  expect(telephoneLink(text)).toBeUndefined();
});

describe('without contact details, the published résumé', () => {
  const open = (resume: object) => publicResume(resume as Resume, { origin: 'https://ada.example', contact: false });

  test.for<[string, object]>([
    [
      'the e-mail address and telephone numbers',
      { basics: { email: 'ada@x.example', phone: '+1 503 555 0100', 'x-phones': ['+1 503 555 0101'] } },
    ],
    [
      'fields of other programs',
      {
        basics: {
          mobile: '+1 503 555 0100',
          telephone: 5035550100,
          'e-mail': 'ada@x.example',
          workEmail: 'a@x.example',
          contact: { cell: '1' },
        },
      },
    ],
    ['fields of a referee', { references: [{ name: 'Ines', email: 'ines@x.example', phone: '020 7946 0000' }] }],
    [
      'the text of a referee',
      { references: [{ reference: 'Write to ines@x.example or call (020) 7946-0000, 503-555-0100, +44 20 7946 0000.' }] },
    ],
    ['a summary', { basics: { summary: 'Phone: 5035550100. Mail: ada [at] x.example, ada@x.example.' } }],
    ['highlights', { work: [{ highlights: ['Ring 0171 1234567', 'ada.lowenthal+jobs@mail.x.example'] }] }],
    ['a number in another form', { basics: { phone: '+1 (503) 555-0100', summary: 'My number is 15035550100.' } }],
    [
      'a profile',
      {
        basics: {
          profiles: [
            { network: 'Phone', username: '5035550100' },
            { network: 'WhatsApp', url: 'https://wa.me/15035550100' },
          ],
        },
      },
    ],
    ['an address with an e-mail address', { work: [{ url: 'https://x.example/?to=ada@x.example' }] }],
    ['other digits', { basics: { summary: 'هاتف: ٠٥٠١٢٣٤٥٦٧' } }],
  ])('has none in %s', ([, resume]) => {
    expect(JSON.stringify(open(resume))).not.toMatch(/@|x\.example|55-?5|7946|0171|1234567|٥٠١/);
  });

  test('keeps everything else', () => {
    const resume = {
      basics: {
        name: 'Ada',
        summary: 'From 2015-2019 I served 1 000 000 users and 2 500 000 requests; version 10.15.7, 2019-03-04, ISO 8601-1:2019.',
        profiles: [{ network: 'GitHub', url: 'https://github.com/ada' }],
      },
      work: [
        {
          name: 'N',
          startDate: '2015-03',
          endDate: '2019-12-31',
          highlights: ['Grew revenue by 12,500,000 in 2016/2017', '192.168.10.20', 'RFC 2119, 4096-bit keys'],
        },
      ],
      education: [{ score: '3.8' }],
    };
    expect(open(resume)).toEqual(resume);
  });
});
