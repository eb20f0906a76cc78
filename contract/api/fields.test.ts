import { describe, expect, test } from 'vitest'
import { optionalLines, optionalText, requiredLines, requiredText, SearchText } from './fields.ts'

const kinds = [
  ['a text of one line', requiredText('Name is required'), optionalText()],
  ['a text of many lines', requiredLines('Notes are required'), optionalLines()],
] as const
const said = (outcome: { error?: { issues: { message: string }[] } | undefined }) =>
  outcome.error?.issues.map(({ message }) => message)

/** Every character of these, between two letters. */
const hidden = [
  ...range(0x00, 0x08),
  ...range(0x0b, 0x0c),
  ...range(0x0e, 0x1f),
  ...range(0x7f, 0x84),
  ...range(0x86, 0x9f),
  ...range(0xfdd0, 0xfdef),
  ...Array.from({ length: 17 }, (_, plane) => [plane * 0x10000 + 0xfffe, plane * 0x10000 + 0xffff]).flat(),
  0xd800,
  0xdfff,
  ...range(0xe0000, 0xe007f),
]
const turning = [...range(0x202a, 0x202e), ...range(0x2066, 0x2069)]
const breaks = ['\n', '\r\n', '\r', '\u0085', '\u2028', '\u2029']

describe.each(kinds)('%s', (_kind, needed, optional) => {
  test('holds nothing that can’t be seen to be there', () => {
    const sayings = hidden.map((point) => said(needed.safeParse(`a${String.fromCodePoint(point)}b`)))
    expect(new Set(sayings.flat())).toEqual(new Set(['Contains characters that can’t be shown']))
    expect(sayings.filter((one) => !one)).toEqual([])
  })

  test('reverses no text', () => {
    for (const point of turning) {
      expect(said(needed.safeParse(`Smith${String.fromCodePoint(point)}`))).toEqual([
        'Contains hidden characters that reverse text. Delete it and type it again',
      ])
    }
  })

  test.each(breaks)('is empty when it is %j alone', (typed) => {
    expect(needed.safeParse(typed).success).toBe(false)
    expect(optional.parse(typed)).toBe(null)
  })

  test('keeps what Persian, Arabic, Sinhala and emoji are written with', () => {
    for (const typed of [
      'می\u200Cنا',
      '\u200Fمريم',
      'ශ්\u200Dරී',
      '👩\u200D⚕\uFE0F',
      'Anne\u00ADLiese',
      '\u{E000}',
      '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    ]) {
      expect(needed.parse(typed)).toBe(typed)
    }
  })
})

test.each(breaks)('%j breaks the lines of one kind of text, and is refused in the other', (typed) => {
  expect(requiredLines('').parse(`a${typed}b`)).toBe('a\nb')
  expect(said(requiredText('').safeParse(`a${typed}b`))).toEqual(['Must be on one line'])
})

test('a tab is a space where there is one line', () => {
  expect(requiredText('').parse('a\tb')).toBe('a b')
  expect(requiredLines('').parse('a\tb')).toBe('a\tb')
})

test('a search leaves out what no text holds', () => {
  expect(SearchText.parse('\u202ESm\u0085ith\uFFFF')).toBe('Sm ith')
  expect(SearchText.parse('\u0085')).toBe('')
})

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, place) => from + place)
}
