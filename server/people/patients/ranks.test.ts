import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportPatients, listPatients } from '../../../contract/people/patients.ts'
import { findProbableDuplicates } from '../../../contract/people/registration.ts'
import { startApp } from '../../testing/app.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'

const app = await startApp()
afterAll(() => app.close())
const desk = await app.signIn('receptionist')

const numbers: Record<string, string> = {}

beforeAll(async () => {
  for (const [name, contactNumber = '+44 20 7946 5678', email = ''] of [
    ['Benali, Faisal', '+27 82 555 1429'],
    ['Zuma, Thandi', '+27 82 555 0142'],
    ['Ionescu, Małgorzata', undefined, 'mal@example.net'],
    ['Dlamini, Sipho', '+27 82 550 0143'],
    ['Fourie, Piet', '+27 83 111 1143'],
    ['Smith, Elsie'],
    ['Keita, John'],
    ['Malik, Omar'],
    ['Malhotra, Asha'],
    ['Adams, Malik'],
    ['de Malo, Ana'],
    ['Zimal, Noor'],
    ['Whitfield, Grace', undefined, 'g.field@example.org'],
    ['García, José'],
    ['Johnson, Mary'],
    ['Okonkwo, Maria'],
    ['Okonkwo, Maria'],
    ["O'Brien, Sean"],
    ['García López, Ana'],
  ]) {
    const [lastName = '', firstName = ''] = (name ?? '').split(', ')
    const { mrn } = await givenPatient(desk, { firstName, lastName, contactNumber, email })
    numbers[name ?? ''] = mrn
  }
})

async function found(search: string) {
  const { items } = (await desk.call(listPatients, { query: { search, limit: 200 } })).body
  return items.map(({ firstName, lastName, found: how }) => ({
    name: `${lastName}, ${firstName}`,
    because: how?.because ?? null,
    match: how?.match,
  }))
}
const namesFor = async (search: string) => (await found(search)).map(({ name }) => name)

describe('what is found is ranked', () => {
  test('the last digits of a phone as typed, with leading zeros, come first', async () => {
    expect((await found('0142'))[0]).toEqual({
      name: 'Zuma, Thandi',
      because: 'phone ends 0142',
      match: 'exact',
    })
    expect(await namesFor('0142')).not.toContain('Benali, Faisal')
    expect((await found('142')).map(({ name, because }) => [name, because])).toEqual([
      ['Zuma, Thandi', 'phone ends 142'],
      ['Benali, Faisal', 'phone has 142'],
    ])
  })

  test('five and six digits keep their leading zeros too, wherever they stand', async () => {
    expect(await found('00143')).toEqual([
      { name: 'Dlamini, Sipho', because: 'phone ends 00143', match: 'exact' },
    ])
    expect((await found('550014')).map(({ because }) => because)).toEqual(['phone has 550014'])
    for (const search of ['000143', '01143', '00014']) expect(await found(search), search).toEqual([])
  })

  test.each(['+27 82 555 0142', '082 555 0142', '0027 82 5550142', '825550142'])(
    '%j is the whole number, with and without its country code',
    async (search) => {
      expect((await found(search))[0]).toMatchObject({ name: 'Zuma, Thandi', match: 'exact' })
    },
  )

  test('family names that begin so, then given ones, then any word, then any part', async () => {
    expect(await namesFor('mal')).toEqual([
      'Malhotra, Asha',
      'Malik, Omar',
      'Ionescu, Małgorzata',
      'Adams, Malik',
      'de Malo, Ana',
      'Zimal, Noor',
    ])
  })

  test('several words in either order, the family name whole', async () => {
    for (const search of ['omar malik', 'Malik, Omar', 'mal om'])
      expect((await namesFor(search))[0], search).toBe('Malik, Omar')
    expect(await namesFor('garcia lopez')).toEqual(['García López, Ana'])
    expect(await namesFor('lopez')).toEqual(['García López, Ana'])
    expect(await namesFor('o’br')).toEqual(["O'Brien, Sean"])
  })

  test('a whole MRN before those that only begin or hold it', async () => {
    const mrn = numbers['Malik, Omar'] ?? ''
    for (const search of [mrn, mrn.toLowerCase(), mrn.slice(3)])
      expect((await found(search))[0], search).toMatchObject({ name: 'Malik, Omar', match: 'exact' })
    expect((await found(mrn.slice(0, -1))).every(({ match }) => match === 'part')).toBe(true)
    // MRN numbers that begin so stand before any that hold it.
    expect((await found(mrn.slice(3, -1)))[0]?.because).toBe(`MRN begins ${mrn.slice(3, -1)}`)
  })

  test('a name is exact when the whole family name, the whole given name or both were typed', async () => {
    const exact = async (search: string) =>
      (await found(search)).filter(({ match }) => match === 'exact').map(({ name }) => name)
    // It could be either of them.
    expect(await exact('malik')).toEqual(['Malik, Omar', 'Adams, Malik'])
    expect(await exact('malik omar')).toEqual(['Malik, Omar'])
    expect(await exact('mali')).toEqual([])
    expect(await exact('okonkwo maria')).toEqual(['Okonkwo, Maria', 'Okonkwo, Maria'])
    expect(await exact('g.field@example.org')).toEqual(['Whitfield, Grace'])
    expect(await exact('g.field@example.or')).toEqual([])
  })

  test('why somebody was found is said where the name does not show it', async () => {
    expect((await found('malik')).map(({ because }) => because)).toEqual([null, null])
    expect((await found('g.fie'))[0]?.because).toBe('e-mail g.field@example.org')
    expect((await found('grace 5678'))[0]?.because).toBe('phone ends 5678')
  })
})

describe('where fewer than a handful are found, names that are spelled or sound alike', () => {
  test.each([
    ['whitfeild', 'Whitfield, Grace', 'sounds like whitfeild'],
    ['garsia', 'García, José', 'sounds like garsia'],
    ['jonson', 'Johnson, Mary', 'sounds like jonson'],
    ['maru jonson', 'Johnson, Mary', 'sounds like maru jonson'],
    ['johnsom', 'Johnson, Mary', 'spelled like johnsom'],
  ])('%j finds %s', async (search, name, because) => {
    expect((await found(search))[0]).toEqual({ name, because, match: 'alike' })
  })

  test.each([
    ['smtih', 'Smith, Elsie'],
    ['jhon', 'Keita, John'],
    ['ojhn', 'Keita, John'],
    ['gracia', 'García, José'],
    ['amlik', 'Adams, Malik'],
  ])('a slip of the finger, %j, finds %s', async (search, name) => {
    const known = (await found(search)).find((one) => one.name === name)
    expect(known).toMatchObject({ match: 'alike' })
  })

  test('after all that are found by what was typed, and in no way else', async () => {
    const late = await givenPatient(desk, { firstName: 'Zoe', lastName: 'Jonson', email: '' })
    const names = await found('jonson')
    expect(names.map(({ name, because }) => [name, because])).toEqual([
      ['Jonson, Zoe', null],
      ['Johnson, Mary', 'sounds like jonson'],
    ])
    expect(names[0]?.match).toBe('exact')
    const { text } = await desk.call(exportPatients, { query: { search: 'jonson' } })
    expect(
      text
        .split('\r\n')
        .slice(1, -1)
        .map((row) => row.split(',')[2]),
    ).toEqual(['Jonson', 'Johnson'])
    expect(await namesFor(late.mrn)).toEqual(['Jonson, Zoe'])
  })

  test('nobody is like digits, or like two letters', async () => {
    expect(await found('99887766')).toEqual([])
    expect(await found('xq')).toEqual([])
  })
})

test('the id of a record, typed or pasted, finds its patient alone, in any order that was asked for', async () => {
  const { id } = await givenPatient(desk, { firstName: 'Nadia', lastName: 'Haddad' })
  const only = [{ id, found: { match: 'exact', because: null } }]
  for (const query of [
    { search: id },
    { search: ` ${id.toUpperCase()} ` },
    { search: id, sort: 'mrn' },
  ] as const)
    expect((await desk.call(listPatients, { query })).body.items, query.search).toMatchObject(only)
  expect((await desk.call(listPatients, { query: { search: crypto.randomUUID() } })).body.items).toEqual([])
})

describe('exact hits stand before all others, on as many pages as they fill', () => {
  beforeAll(async () => {
    const sharing = ['+27 82 777 6655', '+27 83 777 6655', '+27 84 777 6655']
    for (const [at, contactNumber] of [...sharing, '+27 776 655 000', '+27 776 655 001'].entries())
      await givenPatient(desk, { firstName: `Sharing${at}`, contactNumber, email: 'same@shared.example' })
    await givenPatient(desk, { email: 'not.same@shared.example' })
    for (const name of [
      'Quill, Rhea',
      'Quillen, Rhea',
      'Quillen, Ada',
      'Rhea, Quill',
      'Adair, Quill',
      'Rhea, Quilla',
    ]) {
      const [lastName = '', firstName = ''] = name.split(', ')
      await givenPatient(desk, { firstName, lastName })
    }
  })

  test.each([
    ['7766 55', 3],
    ['776655', 3],
    ['same@shared.example', 5],
    ['quill', 3],
    ['rhea quill', 2],
    ['quill rhea', 2],
  ])('%j', async (search, exact) => {
    const matches: (string | undefined)[] = []
    let cursor: string | undefined
    do {
      const { body } = await desk.call(listPatients, { query: { search, limit: 1, cursor } })
      matches.push(...body.items.map(({ found: how }) => how?.match))
      cursor = body.nextCursor ?? undefined
    } while (cursor)
    expect(matches.length).toBeGreaterThan(exact)
    expect(matches.findLastIndex((match) => match === 'exact')).toBe(exact - 1)
    expect(matches.filter((match) => match === 'exact')).toHaveLength(exact)
  })
})

describe('who is probably registered already', () => {
  const dateOfBirth = '1971-05-06'
  beforeAll(async () => {
    await givenPatient(desk, { firstName: 'Ngozi', lastName: 'Adeyemi', dateOfBirth, contactNumber: '1' })
  })

  test.each([
    ['Adeyemi', 'Ngozi', 'swapped'],
    ['Ngozi', 'Adeyami', 'spelling'],
    ['Ngzoi', 'Adeyemi', 'spelling'],
    ['Ngoz', 'Adeyemi', 'spelling'],
    ['Ngozi', 'Adeyemi', 'name'],
  ])('%s %s may be Ngozi Adeyemi of the same day', async (firstName, lastName, because) => {
    const { body } = await desk.call(findProbableDuplicates, { body: { firstName, lastName, dateOfBirth } })
    expect(body.map((one) => [one.lastName, one.because])).toEqual([['Adeyemi', because]])
  })

  test('a patient whose day and month of birth are swapped may be the same', async () => {
    const typed = { firstName: 'Ngozi', lastName: 'Adeyemi', dateOfBirth: '1971-06-05' }
    const { body } = await desk.call(findProbableDuplicates, { body: typed })
    expect(body.map((one) => [one.lastName, one.because])).toEqual([['Adeyemi', 'birth']])
  })

  test('two letters off, or another day, is somebody else', async () => {
    for (const body of [
      { firstName: 'Ngozo', lastName: 'Adeyami', dateOfBirth },
      { firstName: 'Ngozi', lastName: 'Adeyami', dateOfBirth: '1971-05-07' },
    ])
      expect((await desk.call(findProbableDuplicates, { body })).body).toEqual([])
  })
})
