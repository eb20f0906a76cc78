import { afterAll, expect, onTestFinished, test } from 'vitest'
import { readSite } from '../../../contract/hospital/hospital.ts'
import {
  editSettings,
  putOffSetup,
  readSettings,
  readSetup,
  type SetupStep,
} from '../../../contract/hospital/settings.ts'
import { offerRoles, startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { givenItem } from '../../testing/factories/items.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { changesHeard, openLive } from '../../testing/live-stream.ts'

const app = await startApp({ template: 'empty' })
afterAll(() => app.close())
const admin = await app.founder()

async function left(): Promise<SetupStep[]> {
  const { steps } = (await admin.call(readSetup)).body
  return steps.filter(({ isDone, isPutOff }) => !isDone && !isPutOff).map(({ step }) => step)
}
const isBeingSetUp = async () => (await app.visitor.call(readSite)).body.isBeingSetUp
const putOff = (steps: SetupStep[], isPutOff = true) => admin.call(putOffSetup, { body: { steps, isPutOff } })

test('a new hospital has everything left to do, and each step is done when the hospital has it', async () => {
  await changesHeard(admin, app.url)
  const screen = await openLive(app.url, admin, 'setup')
  onTestFinished(() => screen.close())
  const toldAfter = async (act: () => Promise<unknown>) => {
    const before = screen.stale('setup')
    await act()
    await expect.poll(() => screen.stale('setup'), { timeout: 8000 }).toBeGreaterThan(before)
  }
  expect(await left()).toEqual(['hospital', 'beds', 'colleagues', 'stock', 'patients'])
  expect(await isBeingSetUp()).toBe(true)

  const settings = (await admin.call(readSettings)).body
  await toldAfter(() =>
    admin.call(editSettings, { body: { hospitalName: 'Harbour Clinic' } }, ifMatch(settings)),
  )
  expect(await left()).toEqual(['beds', 'colleagues', 'stock', 'patients'])
  await toldAfter(() => givenBed(admin))
  expect(await left()).toEqual(['colleagues', 'stock', 'patients'])

  const colleague = await app.signIn(null)
  expect((await admin.call(readSetup)).body.awaitingRole).toBe(1)
  expect(await left()).toEqual(['colleagues', 'stock', 'patients'])
  await toldAfter(() => offerRoles(admin, colleague.id, ['doctor']))
  expect((await admin.call(readSetup)).body.awaitingRole).toBe(0)
  // Offered is not taken.
  expect(await left()).toEqual(['colleagues', 'stock', 'patients'])
  await toldAfter(() => app.signIn('doctor'))
  expect(await left()).toEqual(['stock', 'patients'])
  await toldAfter(() => givenPatient(admin, { allergies: null }))
  expect(await left()).toEqual(['stock'])

  await toldAfter(() => putOff(['stock']))
  expect(await left()).toEqual([])
  expect(await isBeingSetUp()).toBe(false)
  await toldAfter(() => putOff(['stock'], false))
  expect(await left()).toEqual(['stock'])
  expect(await isBeingSetUp()).toBe(true)
  await toldAfter(() => givenItem(admin))
  expect(await left()).toEqual([])
})

test('what is put off stays so for every administrator, and is on record', async () => {
  const hospital = await startApp()
  onTestFinished(() => hospital.close())
  const founder = await hospital.founder()
  const second = await hospital.signIn('admin')
  await founder.call(putOffSetup, { body: { steps: ['stock', 'beds'], isPutOff: true } })
  const { steps } = (await second.call(putOffSetup, { body: { steps: ['beds'], isPutOff: false } })).body
  expect(steps.filter(({ isPutOff }) => isPutOff).map(({ step }) => step)).toEqual(['stock'])
  expect(
    await hospital.asOwner(`select changes from audit_entry where action = 'putOffSetup' order by id`),
  ).toEqual([{ changes: { putOff: ['stock', 'beds'] } }, { changes: { broughtBack: ['beds'] } }])
  // An open form of the settings is not disturbed by it.
  expect((await founder.call(readSettings)).body.version).toBe(1)
})
