import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { changeMedication } from '../../../../contract/clinical/medications.ts'
import { editInventoryItem } from '../../../../contract/store/items.ts'
import { listBatches, listMovements, moveStock } from '../../../../contract/store/stock.ts'
import { offerRoles, password, startApp } from '../../../testing/app.ts'
import { ifMatch } from '../../../testing/client.ts'
import { amoxicillin, countersigning, givenPasskey, idOf } from '../../../testing/countersigning.ts'
import { writeAllergy } from '../../../testing/factories/allergies.ts'
import { givenItem } from '../../../testing/factories/items.ts'
import { metformin } from '../../../testing/factories/medications.ts'
import type { Asked } from '../../../testing/security-key.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const keeper = await app.signIn('inventory_manager')
const doctor = await app.signIn('doctor')
const nurse = await app.signIn('nurse')
const { want, allergic, prescribe, post, sign, override } = countersigning(app, {
  admin,
  desk,
  doctor,
  nurse,
})
const { firstName, lastName } = await nurse.me()
const nursesName = `${firstName} ${lastName}`
beforeEach(async () => {
  await app.asOwner('delete from sign_in_count')
  await want('ALLERGY_OVERRIDE', 'CONTROLLED_DISPOSAL')
})

test('an override waits for a colleague, who signs what they read, and both names are on record', async () => {
  const patient = await allergic()
  const act = await override(patient)
  expect(act.words).toMatch(
    /^Prescribe Amoxicillin 500 mg \(500 mg, oral, twice daily\) for .+ despite allergy to Penicillin \(rash\)\. Reason: Had it twice/,
  )
  const signed = await sign(act)
  expect(signed.body).toMatchObject({ witness: nursesName })
  const left = Date.parse((signed.body as { expiresAt: string }).expiresAt) - Date.now()
  expect(left).toBeGreaterThan(100_000)
  expect(left).toBeLessThan(121_000)
  expect(signed.headers.getSetCookie()).toEqual([])
  const done = await prescribe(patient, { ...amoxicillin, countersignature: idOf(signed) })
  expect(done.status, done.text).toBe(201)
  expect(done.body).toMatchObject({ countersignedBy: nursesName, allergy: 'Penicillin (rash)' })
  const entries = await app.asOwner(
    `select staff_id, action, changes from audit_entry where outcome = 'done' and (action = 'countersign' and subject_id = $1
      or action = 'prescribeMedication' and subject_id = $2) order by at`,
    [doctor.id, done.body.id],
  )
  expect(entries).toEqual([
    { staff_id: nurse.id, action: 'countersign', changes: { countersigned: 'ALLERGY_OVERRIDE' } },
    {
      staff_id: doctor.id,
      action: 'prescribeMedication',
      changes: expect.objectContaining({ countersignedBy: nursesName }),
    },
  ])
})

test('of two who use one countersignature at once, one prescribes, and nobody does afterwards', async () => {
  const patient = await allergic()
  const meant = { ...amoxicillin, evenIfUnlikely: ['name' as const] }
  const both = { ...meant, countersignature: idOf(await sign(await override(patient, meant))) }
  const answers = await Promise.all([
    prescribe(patient, both),
    prescribe(patient, both),
    prescribe(patient, both),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  for (const answer of answers.filter(({ status }) => status === 409)) {
    expect(answer.problem.code).toBe('countersignature_used')
  }
  expect((await prescribe(patient, both)).problem.code).toBe('countersignature_used')
})

test('after two minutes it is good for nothing', async () => {
  const patient = await allergic()
  const countersignature = idOf(await sign(await override(patient)))
  await app.asOwner(
    `update countersignature set signed_at = signed_at - interval '2 minutes' where id = $1`,
    [countersignature],
  )
  const late = await prescribe(patient, { ...amoxicillin, countersignature })
  expect(late.problem).toMatchObject({
    status: 409,
    code: 'countersignature_expired',
    act: expect.any(String),
  })
})

test('it is of exactly that act: not of another dose, patient, doctor or allergy', async () => {
  const patient = await allergic()
  const countersignature = idOf(await sign(await override(patient)))
  const signed = { ...amoxicillin, countersignature }
  const other = await app.signIn('doctor')
  const answers = [
    await prescribe(patient, { ...signed, dose: '250' }),
    await prescribe(await allergic(), signed),
    await prescribe(patient, signed, other),
  ]
  expect(answers.map(({ problem }) => problem.code)).toEqual(
    Array.from(answers, () => 'countersignature_of_another_act'),
  )
  await writeAllergy(doctor, patient, { substance: 'Amoxicillin', reaction: 'Anaphylaxis' })
  const since = await prescribe(patient, signed)
  expect(since.problem).toMatchObject({
    code: 'countersignature_of_another_act',
    act: expect.stringMatching(/allergy to .*Amoxicillin/),
  })
})

test('a change to a medicine that matches an allergy is countersigned too', async () => {
  const patient = await allergic()
  const before = (await prescribe(patient, metformin)).body
  const body = { ...amoxicillin, changeReason: 'Infection' }
  const params = { id: before.id }
  const { problem } = await doctor.call(changeMedication, { params, body })
  expect(problem.act).toMatch(/^Change Metformin 500 mg \(.+\) to Amoxicillin 500 mg/)
  const act = { endpoint: 'changeMedication', id: before.id, body, words: problem.act ?? '' }
  const countersignature = idOf(await sign(act))
  const changed = await doctor.call(changeMedication, { params, body: { ...body, countersignature } })
  expect(changed.body).toMatchObject({ countersignedBy: nursesName, replacesId: before.id })
})

describe('a second person who may not', () => {
  const outcomes = async (subject: string | null) => {
    await app.flushAudit()
    const rows = await app.asOwner<{ outcome: string }>(
      `select outcome from audit_entry where action = 'countersign' and subject_id is not distinct from $1 and outcome <> 'done'
       order by at`,
      [subject],
    )
    return rows.map(({ outcome }) => outcome)
  }
  const failures = async () =>
    (
      await app.asOwner<{ failures: number }>(
        'select coalesce(sum(failures), 0)::int as failures from sign_in_count',
      )
    )[0]?.failures

  test.each([
    ['is the actor', async () => doctor, 'own_act', 'your own act'],
    ['has a role that may not', async () => desk, 'may_not_witness', 'role may not'],
    [
      'has a closed account',
      async () => {
        const gone = await app.signIn('nurse')
        await offerRoles(admin, gone.id, ['nurse'], false)
        return gone
      },
      'account_deactivated',
      'deactivated',
    ],
  ])('%s is refused, counted and on record', async (_, someone, outcome, words) => {
    const act = await override(await allergic())
    const { id, email } = await someone()
    await app.asOwner('delete from sign_in_count')
    const refused = await sign(act, { email })
    expect(refused.problem).toMatchObject({ status: 422, errors: [{ path: 'email' }] })
    expect(refused.problem.detail).toContain(words)
    expect(await failures()).toBeGreaterThan(0)
    expect(await outcomes(id)).toContain(outcome)
  })

  test('guesses is slowed as at a sign-in, and an unknown address is told the same', async () => {
    const act = await override(await allergic())
    const guess = () => sign(act, { password: 'guessed' })
    const first = await guess()
    const unknown = await sign(act, { email: 'nobody@hospital.test' })
    for (const { problem } of [first, unknown]) {
      expect(problem).toMatchObject({
        status: 422,
        errors: [{ path: 'password', message: 'The e-mail or the password is wrong.' }],
      })
    }
    const statuses: number[] = []
    for (let times = 0; times < 7; times++) statuses.push((await guess()).status)
    expect(statuses).toContain(429)
    expect((await sign(act)).status).toBe(429)
    expect(await outcomes(nurse.id)).toContain('invalid_email_or_password')
    // The nurse's own session goes on.
    expect((await nurse.me()).email).toBe(nurse.email)
  })
})

test('a colleague whose sign-in asks for a code gives one, and a passkey stands for both', async () => {
  const pharmacist = await app.signIn('pharmacist')
  const secret = new Secret().base32
  const codeAt = (timestamp: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
  const enabled = await post(pharmacist, 'two-factor/enable', { password, secret, code: codeAt(Date.now()) })
  expect(enabled.status, enabled.text).toBe(200)
  const patient = await allergic()
  const act = await override(patient)
  const asked = await sign(act, { email: pharmacist.email })
  expect(asked.problem.errors).toEqual([
    { path: 'code', message: 'Enter the code from your authenticator app.' },
  ])
  const wrong = await sign(act, { email: pharmacist.email, code: '000000' })
  expect(wrong.problem.errors?.[0]?.path).toBe('code')
  expect((await sign(act, { email: pharmacist.email, code: codeAt(Date.now() + 30_000) })).status).toBe(200)

  const key = await givenPasskey(app, pharmacist)
  const passkey = key.sign((await post(doctor, 'countersign/passkey/options', act)).body as Asked)
  const signed = await post(doctor, 'countersign/passkey', { ...act, passkey })
  const done = await prescribe(patient, { ...amoxicillin, countersignature: idOf(signed) })
  expect(done.status, done.text).toBe(201)
  const again = await post(doctor, 'countersign/passkey', { ...act, passkey })
  expect(again.problem.code).toBe('conflict')
})

test('nobody countersigns without a session of the actor', async () => {
  const act = await override(await allergic())
  const answer = await app.visitor.send('POST', '/api/auth/countersign', {
    body: { ...act, email: nurse.email, password },
  })
  expect(answer.problem).toMatchObject({ status: 401, code: 'not_signed_in' })
})

describe('a controlled medicine', () => {
  const disposal = async (isControlled = true) => {
    const item = await givenItem(keeper, { isControlled })
    const [batch] = (await keeper.call(listBatches, { params: { id: item.id } })).body
    return {
      item,
      body: { kind: 'DISPOSE', quantity: 5, batchId: batch?.id ?? '', cause: 'DAMAGED' } as const,
    }
  }

  test('is disposed of by two, and the ledger names both', async () => {
    const { item, body } = await disposal()
    const params = { id: item.id }
    const { problem } = await keeper.call(moveStock, { params, body })
    expect(problem).toMatchObject({
      code: 'countersignature_needed',
      act: `Dispose of 5 tablets of ${item.name} from batch OPENING, damaged`,
    })
    const act = { endpoint: 'moveStock', id: item.id, body, words: problem.act ?? '' }
    const countersignature = idOf(await sign(act, {}, keeper))
    const done = await keeper.call(moveStock, { params, body: { ...body, countersignature } })
    expect(done.status, done.text).toBe(201)
    const [last] = (await keeper.call(listMovements, { params })).body.items
    expect(last).toMatchObject({ kind: 'DISPOSE', quantity: -5, countersignedBy: nursesName })
  })

  test('is counted as less by two, and as more by one', async () => {
    const { item, body: disposed } = await disposal()
    const params = { id: item.id }
    const onRecord = item.quantity
    const count = (counted: number, was: number) =>
      ({ kind: 'ADJUST', counted, onRecord: was, batchId: disposed.batchId, reason: 'Counted' }) as const
    const body = count(onRecord - 1, onRecord)
    const { problem } = await keeper.call(moveStock, { params, body })
    expect(problem).toMatchObject({
      code: 'countersignature_needed',
      act: `Count ${onRecord - 1} tablets of ${item.name} in batch OPENING, where ${onRecord} tablets are on record. Counted`,
    })
    const act = { endpoint: 'moveStock', id: item.id, body, words: problem.act ?? '' }
    const countersignature = idOf(await sign(act, {}, keeper))
    const done = await keeper.call(moveStock, { params, body: { ...body, countersignature } })
    expect(done.body.movements[0]).toMatchObject({ quantity: -1, countersignedBy: nursesName })
    const more = await keeper.call(moveStock, { params, body: count(onRecord, onRecord - 1) })
    expect(more.body.movements[0]).toMatchObject({ quantity: 1, countersignedBy: null })
    // A countersignature that was given is left unused where none is needed.
    const other = await disposal(false)
    const plain = {
      ...other.body,
      countersignature: idOf(await sign({ ...act, body: count(3, onRecord) }, {}, keeper)),
    }
    const alone = await keeper.call(moveStock, { params: { id: other.item.id }, body: plain })
    expect(alone.body.movements[0]).toMatchObject({ quantity: -5, countersignedBy: null })
  })

  test('stays controlled while there is stock of it', async () => {
    const item = await givenItem(keeper, { isControlled: true, quantity: 5 })
    const clear = () =>
      keeper.call(
        editInventoryItem,
        { params: { id: item.id }, body: { isControlled: false } },
        ifMatch({ version: item.version }),
      )
    expect((await clear()).problem).toMatchObject({
      status: 422,
      errors: [
        { path: 'isControlled', message: 'It stays a controlled medicine while there is stock of it' },
      ],
    })
    await want()
    expect((await clear()).body).toMatchObject({ isControlled: false })
  })

  test('needs nobody else where the hospital does not ask, nor does what is not controlled', async () => {
    const other = await disposal(false)
    expect((await keeper.call(moveStock, { params: { id: other.item.id }, body: other.body })).status).toBe(
      201,
    )
    await want()
    const { item, body } = await disposal()
    const done = await keeper.call(moveStock, { params: { id: item.id }, body })
    expect(done.body.movements[0]).toMatchObject({ countersignedBy: null })
    const prescribed = await prescribe(await allergic())
    expect(prescribed.body).toMatchObject({ countersignedBy: null, allergy: 'Penicillin (rash)' })
  })
})

test('the database holds it, too: no row without one, none with another act’s, and the version before goes on', async () => {
  const patient = await allergic()
  const insert = (countersignature: string | null) =>
    app.asOwner(
      `insert into medication (patient_id, recorded_by, name, dose, unit, route, frequency, starts_on, allergy, allergy_reason,
         countersignature_id)
       values ($1, $2, 'Amoxicillin', 1, 'G', 'ORAL', 'DAILY', current_date, 'Penicillin', 'Needed', $3)`,
      [patient.id, doctor.id, countersignature],
    )
  await expect(insert(null)).rejects.toMatchObject({ constraint: 'countersignature_needed' })
  const [ofDisposal] = await app.asOwner<{ id: string }>(
    `insert into countersignature (act, subject_hash, actor_id, witness_id, witness_role)
     values ('CONTROLLED_DISPOSAL', repeat('a', 43), $1, $2, 'nurse') returning id`,
    [doctor.id, nurse.id],
  )
  await expect(insert(ofDisposal?.id ?? '')).rejects.toMatchObject({ constraint: 'countersignature_of_act' })
  await expect(
    app.asOwner(
      `insert into countersignature (act, subject_hash, actor_id, witness_id, witness_role)
       values ('ALLERGY_OVERRIDE', repeat('a', 43), $1, $1, 'doctor')`,
      [doctor.id],
    ),
  ).rejects.toMatchObject({ constraint: 'countersignature_of_two_people' })
  await want()
  await app.asOwner(
    `insert into medication (patient_id, recorded_by, name, dose, unit, route, frequency, starts_on, allergy, allergy_reason)
     values ($1, $2, 'Amoxicillin', 1, 'G', 'ORAL', 'DAILY', current_date, 'Penicillin', 'Needed')`,
    [patient.id, doctor.id],
  )
})
