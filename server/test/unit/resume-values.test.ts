import type { Resume } from '@dev-connector/contract';
import { describe, expect, test } from 'vitest';
import { languageOf } from '../../src/features/resume/language.ts';
import { readDate } from '../../src/features/resume/loose-date.ts';
import { publicResume } from '../../src/features/resume/public-resume.ts';
import { telephoneLink } from '../../src/features/resume/telephone.ts';

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
  `1${' '.repeat(1000)}x`,
  `${'1'.repeat(30)}${' '.repeat(31)}`.padEnd(80, '1'),
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

  test.for([
    'Tel. 030 1234567 / 0151 23456789',
    '030 1234567\n0151 23456789',
    'Tel. 030/1234567',
    '612 345 678',
    '98765 43210',
    '98765 43210 98765 43211',
    '2125551234',
    '13812345678',
    '1-212-555-1234',
    '8 (912) 345-67-89',
    '12 34 56 78',
    '75001 Paris 06 12 34 56 78',
    '75011 06 12 34 56 78',
    '06.12.34.56.78',
    '+33612345678',
    'Call me at 55123',
    'Reach me on 612 345 678 in the morning',
    '2015 – 2019: 0171 1234567',
    'https://wa.me/15035550100 or 5035550100',
    'https://t.me/+15035550100',
    'tel:+15035550100',
    '٠٥٠١٢٣٤٥٦٧',
  ])('has no telephone number of %j', (text) => {
    const shown = JSON.stringify(
      open({ basics: { summary: text }, references: [{ reference: text }], other: [text], work: [{ highlights: [text] }] }),
    );
    expect(shown.replace(/75001 Paris|2015 – 2019/g, '').replace(/\p{Nd}{1,2}(?=")/gu, '')).not.toMatch(/\p{Nd}/u);
  });

  test.for([
    'phone2',
    'primaryPhone',
    'telefon',
    'phone_home',
    'mobilePhoneNumber',
    'e_mail_2',
    'privateEmail',
    'Handynummer',
    'whatsappNumber',
    'Telefon privat',
  ])('has no field %s, be it a text or a number', (name) => {
    expect(open({ basics: { [name]: '12345' }, references: [{ [name]: 5035550100 }], other: { [name]: ['a'] } })).toEqual({
      basics: {},
      references: [{}],
      other: {},
    });
  });

  test.for<[string, object]>([
    [
      'an ORCID iD',
      { basics: { url: 'https://orcid.org/0000-0002-1825-0097', summary: 'ORCID 0000-0002-1825-0097, 0000-0002-1825-0097' } },
    ],
    ['a handle in an address', { basics: { url: 'https://medium.com/@ada.lovelace', summary: 'See https://medium.com/@ada.lovelace.' } }],
    ['an address without a scheme', { basics: { summary: 'My book: amazon.com/dp/0306406157' } }],
    [
      'links of messengers without number',
      {
        basics: {
          profiles: [
            { network: 'Telegram', username: 'ada', url: 'https://t.me/ada' },
            { network: 'Signal', url: 'https://signal.me/#eu/adalove' },
            { network: 'Contact', url: 'https://ada.example/contact' },
            { network: 'Mail', url: 'https://ada.example/mail' },
            { network: 'Stack Overflow', username: '12345678' },
          ],
        },
      },
    ],
    [
      'years',
      {
        work: [
          {
            highlights: [
              'Intel 2015 - 2019',
              'Grand Hotel 2018-2020',
              'T-Mobile 2015–2019',
              '03/2015 – 12/2016',
              '2015-03-01 - 2016-12-31',
            ],
          },
        ],
      },
    ],
    [
      'amounts',
      {
        work: [
          {
            summary:
              '12 345 678 users, € 12 345 678, 1234567 lines, 10 000 000, 12.500.000, 1000-2000, 5000000; 1234567 EUR, $1234567, 3.14159265',
          },
        ],
      },
    ],
    [
      'identifiers',
      { publications: [{ name: 'ISBN 978-0-306-40615-7', isbn: '978-0-306-40615-7', summary: 'Patent 10123456, RFC 2119' }] },
    ],
    ['other fields', { basics: { headphones: 'Sony', 'x-open-to': ['work'], microphone: 'a', mobileApps: ['b'], signalProcessing: 'c' } }],
  ])('keeps %s', ([, resume]) => {
    expect(open(resume)).toEqual({ basics: {}, ...resume });
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

test.for<[tag: string, direction: string]>([
  ['ar', 'rtl'],
  ['ar-Latn', 'ltr'],
  ['az-Arab', 'rtl'],
  ['az', 'ltr'],
  ['pa-Arab', 'rtl'],
  ['pa', 'ltr'],
  ['uz-AF', 'rtl'],
  ['ckb', 'rtl'],
  ['he-Latn', 'ltr'],
  ['yi', 'rtl'],
  ['ja', 'ltr'],
])('writes %s in the direction %s', ([tag, direction]) => {
  expect(languageOf({ meta: { language: tag } } as Resume)).toEqual({ tag, direction });
});
