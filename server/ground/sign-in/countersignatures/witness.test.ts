import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { listAllergies, strikeAllergy } from '../../../../contract/clinical/allergies.ts'
import { offerRoles, password, startApp } from '../../../testing/app.ts'
import { amoxicillin, countersigning, givenPasskey, idOf } from '../../../testing/countersigning.ts'
import { writeAllergy } from '../../../testing/factories/allergies.ts'
import { givenPatient } from '../../../testing/factories/patients/patients.ts'
import { holdLock } from '../../../testing/held-lock.ts'
import type { Asked } from '../../../testing/security-key.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const doctor = await app.signIn('doctor')
const nurse = await app.signIn('nurse')
const { want, allergic, prescribe, post, sign, override } = countersigning(app, {
  admin,
  desk,
  doctor,
  nurse,
})
beforeEach(async () => {
  await app.asOwner('delete from sign_in_count')
  await want('ALLERGY_OVERRIDE')
})

type Act = Awaited<ReturnType<typeof override>>
const asked = async (act: Act, by = doctor) =>
  (await post(by, 'countersign/passkey/options', act)).body as Asked

test('what a success erases of earlier attempts is in its entry, as in that of a sign-in', async () => {
  const act = await override(await allergic())
  for (let times = 0; times < 7; times++) await sign(act, { password: 'guessed' })
  await app.asOwner('update sign_in_count set paused_until = null')
  idOf(await sign(act))
  const [entry] = await app.asOwner(
    `select changes from audit_entry where action = 'countersign' and staff_id = $1 order by at desc limit 1`,
    [nurse.id],
  )
  expect(entry).toEqual({ changes: { countersigned: 'ALLERGY_OVERRIDE', failures: 5, refused: 2 } })
})

describe('the answer of a passkey', () => {
  test('for an act opens no session, and fits no other act and no other actor', async () => {
    const key = await givenPasskey(app, nurse)
    const act = await override(await allergic())
    const answer = async () => key.sign(await asked(act))
    expect((await post({ cookie: '' }, 'sign-in/passkey', await answer())).status).toBe(401)
    await post(nurse, 'lock', {})
    expect((await post(nurse, 'unlock/passkey', await answer())).status).toBe(409)
    await post(nurse, 'unlock', { password })
    const other = await override(await allergic())
    const colleague = await app.signIn('doctor')
    const misused = [
      await post(doctor, 'countersign/passkey', { ...other, passkey: await answer() }),
      await post(doctor, 'countersign/passkey', { ...act, words: 'Another act', passkey: await answer() }),
      await post(colleague, 'countersign/passkey', { ...act, passkey: await answer() }),
    ]
    expect(misused.map(({ status }) => status)).toEqual([409, 409, 409])
    idOf(await post(doctor, 'countersign/passkey', { ...act, passkey: await answer() }))
  })

  test('to sign in countersigns nothing', async () => {
    const key = await givenPasskey(app, nurse)
    const act = await override(await allergic())
    const toSignIn = (await post(doctor, 'passkey/options', {})).body as Asked
    const answer = await post(doctor, 'countersign/passkey', { ...act, passkey: key.sign(toSignIn) })
    expect(answer.problem).toMatchObject({ status: 409, code: 'conflict' })
  })

  test('is asked for by somebody who is signed in, and for an act that can be read', async () => {
    const act = await override(await allergic())
    expect((await post({ cookie: '' }, 'countersign/passkey/options', act)).status).toBe(401)
    const unread = await post(doctor, 'countersign/passkey/options', { ...act, body: {} })
    expect(unread.problem).toMatchObject({ status: 422, code: 'invalid_input' })
  })
})

test('a colleague’s browser does not become the witness’s own: what fails there still counts under the account', async () => {
  const act = await override(await allergic())
  const key = await givenPasskey(app, nurse)
  await app.asOwner('delete from sign_in_place where staff_id = $1', [nurse.id])
  idOf(await sign(act))
  idOf(await post(doctor, 'countersign/passkey', { ...act, passkey: key.sign(await asked(act)) }))
  expect(await app.asOwner('select from sign_in_place where staff_id = $1', [nurse.id])).toEqual([])
  await sign(act, { password: 'guessed' })
  expect(await app.asOwner(`select failures from sign_in_count where key like 'account:%'`)).toEqual([
    { failures: 1 },
  ])
})

describe('a witness who may no longer when it is their turn', () => {
  const cases = [
    ['is deactivated', 'update staff set active = false where id = $1', 'account_deactivated'],
    [
      'loses the role',
      `update staff set offered_roles = '{receptionist}', role = null where id = $1`,
      'may_not_witness',
    ],
  ] as const

  test.each(cases)('%s while it is checked, and does not countersign', async (_, change, outcome) => {
    const witness = await app.signIn('nurse')
    const key = await givenPasskey(app, witness)
    const act = await override(await allergic())
    const passkey = key.sign(await asked(act))
    const { untilWaiting, letGo } = await holdLock(app, change, [witness.id])
    const byPassword = sign(act, { email: witness.email })
    const byPasskey = post(doctor, 'countersign/passkey', { ...act, passkey })
    await untilWaiting(2)
    await letGo()
    for (const answer of await Promise.all([byPassword, byPasskey]))
      expect(answer.problem).toMatchObject({ status: 422, errors: [{ path: 'email' }] })
    await app.flushAudit()
    expect(
      await app.asOwner(`select outcome from audit_entry where action = 'countersign' and subject_id = $1`, [
        witness.id,
      ]),
    ).toEqual([{ outcome }, { outcome }])
  })

  test('loses the passkey while it is checked, and does not countersign', async () => {
    const witness = await app.signIn('nurse')
    const key = await givenPasskey(app, witness)
    const act = await override(await allergic())
    const passkey = key.sign(await asked(act))
    const lost = `with owner as (update staff set active = active where id = $1 returning id)
      delete from passkey where staff_id = (select id from owner)`
    const { untilWaiting, letGo } = await holdLock(app, lost, [witness.id])
    const answer = post(doctor, 'countersign/passkey', { ...act, passkey })
    await untilWaiting(1)
    await letGo()
    expect((await answer).problem).toMatchObject({ status: 409, code: 'conflict' })
  })

  test('is deactivated before the act: it waits for somebody else', async () => {
    const witness = await app.signIn('nurse')
    const patient = await allergic()
    const countersignature = idOf(await sign(await override(patient), { email: witness.email }))
    await offerRoles(admin, witness.id, ['nurse'], false)
    const refused = await prescribe(patient, { ...amoxicillin, countersignature })
    expect(refused.problem).toMatchObject({
      status: 409,
      code: 'countersignature_expired',
      detail: expect.stringContaining('deactivated'),
      act: expect.any(String),
    })
    await expect(
      app.asOwner(
        `insert into countersignature (act, subject_hash, actor_id, witness_id, witness_role)
         values ('ALLERGY_OVERRIDE', repeat('a', 43), $1, $2, 'nurse')`,
        [doctor.id, witness.id],
      ),
    ).rejects.toMatchObject({ constraint: 'countersignature_of_active_witness' })
  })
})

test('an act that wants no second person any more is done, whatever was signed', async () => {
  const struck = await allergic()
  const signed = idOf(await sign(await override(struck)))
  const [allergy] = (await doctor.call(listAllergies, { params: { id: struck.id } })).body.items
  await doctor.call(strikeAllergy, {
    params: { id: allergy?.id ?? '' },
    body: { reason: 'Another patient’s' },
  })
  const done = await prescribe(struck, { ...amoxicillin, countersignature: signed })
  expect(done.status, done.text).toBe(201)
  expect(done.body).toMatchObject({ allergy: null, countersignedBy: null })

  const patient = await givenPatient(desk)
  await writeAllergy(doctor, patient)
  const countersignature = idOf(await sign(await override(patient)))
  await want()
  const changed = await prescribe(patient, { ...amoxicillin, dose: '250', countersignature })
  expect(changed.status, changed.text).toBe(201)
  expect(changed.body).toMatchObject({ countersignedBy: null })
})
