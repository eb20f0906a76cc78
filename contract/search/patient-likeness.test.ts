import { describe, expect, test } from 'vitest'
import {
  type Compared,
  comparedForm,
  type Frequencies,
  type LikenessField,
  likenessOf,
  usualFrequencies,
} from './patient-likeness.ts'

const ngozi = {
  firstName: 'Ngozi',
  lastName: 'Adeyemi',
  dateOfBirth: '1971-05-06',
  gender: 'FEMALE',
  contactNumber: '+234 803 555 0142',
  email: null,
  address: '12 Marina Road, Lagos',
  bloodGroup: 'O+',
} as const satisfies Compared

const against = (changed: Partial<Compared>, counted?: Frequencies) =>
  likenessOf(ngozi, { ...ngozi, ...changed }, counted)
const resultOf = (field: LikenessField, changed: Partial<Compared>) =>
  against(changed).reasons.find((reason) => reason.field === field)?.result

describe('a patient who was registered twice', () => {
  test.each<[string, Partial<Compared>]>([
    ['with the phone in another writing', { contactNumber: '0803-5550142', address: null }],
    ['with day and month of birth swapped', { dateOfBirth: '1971-06-05' }],
    ['with a wrong digit in the date of birth', { dateOfBirth: '1977-05-06' }],
    ['with first and last name swapped', { firstName: 'Adeyemi', lastName: 'Ngozi', address: null }],
    ['with accents, and parts of the name parted otherwise', { lastName: 'ADÉYEMI', contactNumber: '' }],
    ['after marrying and moving', { lastName: 'Bello', address: '3 Canal Street', bloodGroup: null }],
  ])('%s is probable', (_, changed) => {
    expect(against(changed).band).toBe('probable')
  })

  test.each<[string, Partial<Compared>]>([
    ['a letter off', { firstName: 'Ngosi' }],
    ['a part of the other', { firstName: 'Ngozi Ada' }],
  ])('with a first name that is %s is possible', (_, changed) => {
    expect(against(changed).band).toBe('possible')
  })
})

test('twins share everything but the first name, and are never probable', () => {
  for (const firstName of ['Amara', 'Ngoza', 'Ngozi-Ann'])
    expect(against({ firstName })).toMatchObject({ band: 'possible', weight: expect.closeTo(23.9) })
  const card = { systemId: 's', system: 'National ID', key: 'ab123456', isExclusive: true }
  const one = { ...ngozi, identifiers: [card] }
  expect(likenessOf(one, { ...one, firstName: 'Amara' }).band).toBe('possible')
})

test('a family at one address with one phone is not a pair', () => {
  const husband = { firstName: 'Emeka', gender: 'MALE', dateOfBirth: '1968-11-21', bloodGroup: 'A+' }
  expect(against(husband).band).toBeNull()
})

test('a date of birth that is known in part agrees with each date that it may be, and weighs less', () => {
  const [month, year] = [
    { dateOfBirth: '1971-05-01', birthPrecision: 'MONTH' },
    { dateOfBirth: '1971-01-01', birthPrecision: 'YEAR' },
  ] as const
  expect([month, year].map((known) => resultOf('dateOfBirth', known))).toEqual(['period', 'period'])
  expect(resultOf('dateOfBirth', { ...month, dateOfBirth: '1971-06-01' })).toBe('differs')
  const [day, inMonth, inYear] = [{}, month, year].map((known) => against(known).weight) as [
    number,
    number,
    number,
  ]
  expect(day).toBeGreaterThan(inMonth)
  expect(inMonth).toBeGreaterThan(inYear)
  expect(comparedForm({ ...ngozi, ...year })).not.toEqual(
    comparedForm({ ...ngozi, dateOfBirth: '1971-01-01' }),
  )
})

test('what is missing says nothing', () => {
  const { weight, reasons } = against({ contactNumber: '', address: '', bloodGroup: null, dateOfBirth: null })
  expect(reasons.map(({ field }) => field)).toEqual(['firstName', 'lastName', 'gender'])
  expect(weight).toBeCloseTo(reasons.reduce((sum, reason) => sum + reason.weight, 0))
  // A number that is typed so that the field is not empty is missing too.
  expect(resultOf('phone', { contactNumber: '000000000' })).toBeUndefined()
})

test('names count for more where few in the hospital have them', () => {
  const counted = (n: number): Frequencies => ({
    ...usualFrequencies,
    total: 100_000,
    firstName: () => n,
    lastName: () => n,
  })
  const weights = [2, 200, 5000].map((n) => against({}, counted(n)).weight)
  expect(weights).toEqual(weights.toSorted((one, other) => other - one))
  expect(new Set(weights).size).toBe(3)
  const named = (n: number) => against({}, counted(n)).reasons.find(({ field }) => field === 'lastName')
  expect([named(2)?.result, named(5000)?.result]).toEqual(['rare', 'same'])
})

test('each field says how it is alike', () => {
  expect(resultOf('dateOfBirth', { dateOfBirth: '1971-06-05' })).toBe('swapped')
  expect(resultOf('dateOfBirth', { dateOfBirth: '1971-05-07' })).toBe('near')
  expect(resultOf('lastName', { lastName: 'Adeyami' })).toBe('near')
  expect(resultOf('names', { firstName: 'Adeyemi', lastName: 'Ngozi' })).toBe('swapped')
  expect(resultOf('phone', { contactNumber: '0803 555 0143' })).toBe('differs')
  const held = (key: string) => ({
    identifiers: [{ systemId: 's', system: 'National ID', key, isExclusive: true }],
  })
  const one = { ...ngozi, ...held('ab123456') }
  const result = (key: string) =>
    likenessOf(one, { ...ngozi, ...held(key) }).reasons.find(({ field }) => field === 'identifier')?.result
  expect([result('ab123456'), result('ab123465'), result('xy998877')]).toEqual(['same', 'near', 'differs'])
})

test('the order of the two does not matter, nor how what is compared is written', () => {
  const other = { ...ngozi, firstName: 'Ngosi', dateOfBirth: '1971-06-05' }
  expect(likenessOf(other, ngozi).weight).toBeCloseTo(likenessOf(ngozi, other).weight)
  const written = {
    ...ngozi,
    lastName: 'ADEYEMI',
    contactNumber: '(0803) 5550142',
    address: '12, Marina Road Lagos',
  }
  expect(comparedForm(written)).toEqual(comparedForm(ngozi))
  expect(comparedForm({ ...ngozi, firstName: 'Ngosi' })).not.toEqual(comparedForm(ngozi))
})
