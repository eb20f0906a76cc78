import fc from 'fast-check'

/** Texts that have broken programs before. */
const nastyTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\\u0000',
  '\ud800',
  'x\udfffy',
  '\u202Eevil\u202C',
  'مريض',
  'ง้้้้้้้้้้',
  'Z̸̢̛a̵l̶g̷o̸',
  '👩🏽‍⚕️',
  '\uFEFF',
  '\u2028',
  '\u200B',
  '\u2060\u00AD\u3164\u2800',
  'می\u200Cنا',
  'ﷺ',
  ',',
  ', ,',
  '()',
  '"',
  '\t=1+1',
  '；＝1',
  '%',
  '_',
  '\\',
  '\\%',
  "'; drop table patient; --",
  '{{constructor.constructor("return process")()}}',
  '__proto__',
  'constructor',
  '=cmd()',
  '-1',
  '0',
  '1e999',
  'NaN',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '2026-02-30',
  '-0001-01-01',
  '24:00',
  'null',
  'true',
  '../../etc/passwd',
  '[]',
  'W1tdXQ',
  'a'.repeat(5000),
  '1'.repeat(20_000),
  '\u0301'.repeat(300),
]

/** Unicode's general categories. */
const categories =
  'Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn'.split(' ')
const properties = ['Noncharacter_Code_Point', 'Bidi_Control', 'Default_Ignorable_Code_Point', 'White_Space']
/** The planes in which every kind has some. */
const points = [...range(0, 0x1ffff), ...range(0xe0000, 0xe01ff), ...range(0xffff0, 0x10ffff)]

const characters = [...categories, ...properties].map((kind) => {
  const isOne = new RegExp(`\\p{${kind}}`, 'u')
  return points.map((point) => String.fromCodePoint(point)).filter((character) => isOne.test(character))
})
/** A character of any kind, the rarest as often as letters. */
const anyCharacter = fc.oneof(...characters.map((ofOneKind) => fc.constantFrom(...ofOneKind)))

export const nastyText = fc.oneof(
  fc.constantFrom(...nastyTexts),
  anyCharacter,
  anyCharacter.map((character) => `Jo${character}Smith`),
  fc.string({ unit: 'binary', maxLength: 60 }),
)
export const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: nastyText },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], { length: 1 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, Number.MIN_VALUE),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)
/** Days and moments that are well formed, and that PostgreSQL or JavaScript does not have. */
export const nastyDay = fc.constantFrom(
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '2026-02-29',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999+14:00',
  '2026-11-21T10:00:00+23:59',
  '2026-11-21T10:00Z',
  '2026-06-30T23:59:60Z',
)
export const nastyName = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'id',
  'version',
  'role',
  'isAdmin',
  '',
)

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, place) => from + place)
}
