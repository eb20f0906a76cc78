import { expect, test } from 'vitest'
import { behindTheNext, byNumber, byTurn, isOwnPatient, type Turn } from './queue-order.ts'

const [mehta, brown] = ['mehta', 'brown']
let number = 0

/** A patient who has been waiting since this minute. */
function waiting(id: string, since: number, fields: Partial<Turn> = {}): Turn {
  number += 1
  return {
    id,
    doctorId: mehta,
    status: 'IN_QUEUE',
    statusBy: 'desk',
    type: 'GENERAL',
    queuedAt: at(since),
    returnedAt: null,
    behind: [],
    date: '2026-11-25',
    queueNumber: number,
    ...fields,
  }
}

const at = (minute: number) => `2026-11-25T10:${String(minute).padStart(2, '0')}:00.000Z`
const called = (id: string, since: number, fields: Partial<Turn> = {}) =>
  waiting(id, since, { status: 'IN_PROGRESS', statusBy: mehta, ...fields })
const orderFor = (doctorId: string | undefined, queue: readonly Turn[]) =>
  queue.toSorted(byTurn(queue, doctorId)).map(({ id }) => id)

/** The queue after a patient was called at this minute and did not come. */
function putBack(queue: readonly Turn[], id: string, minute: number): Turn[] {
  return queue.map((one) =>
    one.id === id
      ? { ...one, status: 'IN_QUEUE', returnedAt: at(minute), behind: behindTheNext(queue, one) }
      : one,
  )
}
const without = (queue: readonly Turn[], ...ids: string[]) => queue.filter(({ id }) => !ids.includes(id))

test('a patient who did not come is behind the next two, and first again once both have been called', () => {
  const queue = putBack([called('p', 1), waiting('a', 2), waiting('b', 3), waiting('c', 4)], 'p', 20)
  expect(orderFor(mehta, queue)).toEqual(['a', 'b', 'p', 'c'])
  expect(orderFor(undefined, queue)).toEqual(['a', 'b', 'p', 'c'])
  // A patient who joins later goes to the back.
  expect(orderFor(mehta, [...queue, waiting('d', 25)])).toEqual(['a', 'b', 'p', 'c', 'd'])
  expect(orderFor(mehta, without(queue, 'a'))).toEqual(['b', 'p', 'c'])
  expect(orderFor(mehta, without(queue, 'a', 'b'))).toEqual(['p', 'c'])
})

test('with fewer than two others, the patient is last; alone, first', () => {
  const one = putBack([called('p', 1), waiting('a', 2)], 'p', 20)
  expect(orderFor(mehta, one)).toEqual(['a', 'p'])
  expect(orderFor(mehta, putBack([called('p', 1)], 'p', 20))).toEqual(['p'])
})

test('where the doctor has no other patients, the next two are a colleague’s', () => {
  const theirs = { doctorId: brown }
  const queue = putBack(
    [called('p', 1), waiting('a', 2, theirs), waiting('b', 3, theirs), waiting('c', 4, theirs)],
    'p',
    20,
  )
  expect(orderFor(mehta, queue)).toEqual(['a', 'b', 'p', 'c'])
  expect(orderFor(brown, queue)).toEqual(['a', 'b', 'c', 'p'])
})

test('the next two are of the patient’s own doctor, whoever called', () => {
  const theirs = { doctorId: brown }
  const queue = putBack(
    [
      called('p', 1, { statusBy: brown }),
      waiting('b1', 2, theirs),
      waiting('b2', 3, theirs),
      waiting('a', 4),
      waiting('b', 5),
      waiting('c', 6),
    ],
    'p',
    20,
  )
  expect(orderFor(mehta, queue)).toEqual(['a', 'b', 'p', 'c', 'b1', 'b2'])
  expect(orderFor(brown, queue)).toEqual(['b1', 'b2', 'a', 'b', 'p', 'c'])
})

test('emergencies count among the next two, and those who come later are first', () => {
  const emergency = { type: 'EMERGENCY' } as const
  const queue = putBack(
    [called('p', 1), waiting('a', 2), waiting('b', 3), waiting('e', 4, emergency)],
    'p',
    20,
  )
  expect(orderFor(mehta, queue)).toEqual(['e', 'a', 'p', 'b'])
  expect(orderFor(mehta, [...queue, waiting('f', 30, emergency)])).toEqual(['e', 'f', 'a', 'p', 'b'])
})

test('an emergency is put behind emergencies alone, and stays first where it is the only one', () => {
  const emergency = { type: 'EMERGENCY' } as const
  const alone = putBack([called('e', 1, emergency), waiting('a', 2), waiting('b', 3)], 'e', 20)
  expect(orderFor(mehta, alone)).toEqual(['e', 'a', 'b'])
  const three = ['f', 'g', 'h'].map((id, place) => waiting(id, 4 + place, emergency))
  const among = putBack([called('e', 1, emergency), waiting('a', 2), ...three], 'e', 20)
  expect(orderFor(brown, among)).toEqual(['f', 'g', 'e', 'h', 'a'])
  // An emergency that was put back waits only for other emergencies.
  const ordinary = putBack([called('p', 1), waiting('a', 2), waiting('b', 3)], 'p', 20)
  expect(
    orderFor(
      mehta,
      ordinary.map((one) => (one.id === 'p' ? { ...one, ...emergency } : one)),
    ),
  ).toEqual(['p', 'a', 'b'])
})

test('two who are put back one after the other don’t wait for each other', () => {
  const first = putBack([called('p', 1), waiting('a', 2), waiting('b', 3), waiting('c', 4)], 'p', 20)
  const second = putBack(
    first.map((one) => (one.id === 'a' ? { ...one, status: 'IN_PROGRESS' as const } : one)),
    'a',
    21,
  )
  expect(orderFor(mehta, second)).toEqual(['b', 'p', 'a', 'c'])
  const third = putBack(
    second.map((one) => (one.id === 'b' ? { ...one, status: 'IN_PROGRESS' as const } : one)),
    'b',
    22,
  )
  expect(orderFor(mehta, third)).toEqual(['p', 'a', 'b', 'c'])
})

test('a filtered list keeps the order of the whole queue', () => {
  const theirs = { doctorId: brown }
  const queue = putBack([called('p', 1), waiting('a', 2, theirs), waiting('b', 3, theirs)], 'p', 20)
  const later = waiting('own', 30)
  const whole = [...queue, later]
  const own = whole.filter(({ doctorId }) => doctorId === mehta)
  expect(own.toSorted(byTurn(whole, mehta)).map(({ id }) => id)).toEqual(['own', 'p'])
})

test('an emergency who did not come goes behind other emergencies alone', () => {
  const emergency = called('p', 1, { type: 'EMERGENCY' })
  const another = waiting('b', 3, { type: 'EMERGENCY' })
  expect(behindTheNext([emergency, waiting('a', 2), another, waiting('c', 4)], emergency)).toEqual(['b'])
})

test.each([
  [{}, true],
  [{ doctorId: brown }, false],
  [{ doctorId: brown, statusBy: mehta }, false],
  [{ doctorId: brown, status: 'IN_PROGRESS' }, false],
  [{ doctorId: brown, status: 'IN_PROGRESS', statusBy: mehta }, true],
  [{ doctorId: brown, status: 'COMPLETED', statusBy: mehta }, false],
] as const)('with %j, a patient is the doctor’s own: %s', (fields, isOwn) => {
  expect(isOwnPatient(waiting('p', 1, fields), mehta)).toBe(isOwn)
})

test('who has waited as long is called by number, and each day counts from 1', () => {
  const [first, second] = [waiting('a', 1, { queueNumber: 4 }), waiting('b', 1, { queueNumber: 5 })]
  const earlier = waiting('c', 1, { queueNumber: 9, date: '2026-11-24' })
  const later = waiting('d', 2, { queueNumber: 1 })
  const inTurn = [earlier, first, second, later]
  for (const compare of [byTurn([], mehta), byTurn([...inTurn, waiting('p', 9, { behind: ['a'] })], mehta)]) {
    for (const [place, one] of inTurn.entries()) {
      const signs = inTurn.map((other) => Math.sign(compare(one, other)))
      expect(signs).toEqual(inTurn.map((_, other) => Math.sign(place - other)))
    }
  }
  expect([later, second, first, earlier].toSorted(byNumber)).toEqual([earlier, later, first, second])
  expect([earlier, first, second, later].toSorted(byNumber)).toEqual([earlier, later, first, second])
  // A patient without a time of arrival comes first.
  const unknown = waiting('e', 1, { queuedAt: null })
  expect([byTurn([], mehta)(unknown, first), byTurn([], mehta)(first, unknown)]).toEqual([-1, 1])
})

test('a patient who did not come waits for nobody who is with a doctor already', () => {
  const theirs = { doctorId: brown }
  const queue = putBack([called('p', 1), waiting('a', 2, theirs)], 'p', 20)
  const now = queue.map((one) =>
    one.id === 'a' ? { ...one, status: 'IN_PROGRESS' as const, statusBy: brown } : one,
  )
  expect(orderFor(mehta, without([...now, waiting('c', 25)], 'a'))).toEqual(['p', 'c'])
  const whole = [...now, waiting('c', 25)]
  const left = whole.filter(({ status }) => status === 'IN_QUEUE')
  expect(left.toSorted(byTurn(whole, mehta)).map(({ id }) => id)).toEqual(['p', 'c'])
  // The one with a doctor has no place among those who wait: the waiting time decides.
  const [p, a] = [whole.find(({ id }) => id === 'p'), whole.find(({ id }) => id === 'a')] as [Turn, Turn]
  expect([byTurn(whole, brown)(p, a), byTurn(whole, brown)(a, p)]).toEqual([1, -1])
})

test('where everybody has been put back, each still waits for the one before', () => {
  const back = (id: string, since: number, returned: number, behind: string[]) =>
    waiting(id, since, { returnedAt: at(returned), behind })
  expect(orderFor(mehta, [back('p', 1, 20, ['a']), back('a', 2, 10, ['gone'])])).toEqual(['a', 'p'])
  // Put back at one moment, they don’t wait for each other.
  expect(orderFor(mehta, [back('p', 1, 20, ['a']), back('a', 2, 20, ['gone'])])).toEqual(['p', 'a'])
})

test('nobody is put behind themselves, or behind a patient who is with a doctor', () => {
  const own = waiting('p', 1)
  expect(behindTheNext([own, called('a', 2), waiting('b', 3)], own)).toEqual(['b'])
})
