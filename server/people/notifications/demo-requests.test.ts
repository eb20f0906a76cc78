import { afterAll, expect, onTestFinished, test } from 'vitest'
import { handleDemoRequest, listDemoRequests, requestDemo } from '../../../contract/hospital/demo-requests.ts'
import { kindsFor, readNotification } from '../../../contract/people/notifications.ts'
import { chooseRole } from '../../../contract/people/staff.ts'
import { holderOf, roles } from '../../../contract/permissions.ts'
import { offerRoles, startApp } from '../../testing/app.ts'
import { toldOf } from '../../testing/factories/notifications.ts'
import { demoForm, givenDemoRequest } from '../../testing/factories/visitors/demo-requests.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.founder()
const about =
  ({ id }: { id: string }) =>
  (one: { demoRequest: { id: string } | null }) =>
    one.demoRequest?.id === id
const mark = (params: { id: string }, isHandled: boolean) =>
  admin.call(handleDemoRequest, { params, body: { isHandled } })

test('who asks for a demo is told once to those who answer, and to nobody else', async () => {
  const people = await Promise.all(roles.map(async (role) => ({ role, person: await app.signIn(role) })))
  const { id } = await givenDemoRequest(app.visitor, { hospital: 'Quay Clinic' })
  const told = await Promise.all(people.map(({ person }) => toldOf(person, about({ id }))))
  const reached = people.filter((_, index) => (told[index] ?? []).length === 1)
  expect(reached.map(({ role }) => role)).toEqual(
    roles.filter((role) => kindsFor(holderOf(role)).includes('DEMO_REQUEST')),
  )
  expect(await toldOf(admin, about({ id }))).toMatchObject([
    { kind: 'DEMO_REQUEST', isRead: false, demoRequest: { id, hospital: 'Quay Clinic' } },
  ])
})

test('it is read by each for themselves, gone for all when it is handled, and news again when it is reopened', async () => {
  const other = await app.signIn('admin')
  const request = await givenDemoRequest(app.visitor)
  const [line] = await toldOf(admin, about(request))
  await admin.call(readNotification, { params: { id: line?.id ?? '' } })
  expect(await toldOf(admin, about(request))).toMatchObject([{ isRead: true }])
  expect(await toldOf(other, about(request))).toMatchObject([{ isRead: false }])
  await mark(request, true)
  for (const person of [admin, other]) expect(await toldOf(person, about(request))).toEqual([])
  await mark(request, false)
  for (const person of [admin, other]) {
    expect(await toldOf(person, about(request))).toMatchObject([{ isRead: false }])
  }
})

test('whoever becomes an administrator is told of what is still to be answered', async () => {
  const [open, handled] = [await givenDemoRequest(app.visitor), await givenDemoRequest(app.visitor)]
  await mark(handled, true)
  const newcomer = await app.signIn('receptionist')
  await offerRoles(admin, newcomer.id, ['receptionist', 'admin'])
  await newcomer.call(chooseRole, { body: { role: 'admin' } })
  expect(await toldOf(newcomer, about(open))).toHaveLength(1)
  expect(await toldOf(newcomer, about(handled))).toEqual([])
})

test('one network that sends many puts three on the bell, and the next once one of them is handled', async () => {
  const behindProxy = await startApp({ on: app, trustedProxy: '127.0.0.1' })
  onTestFinished(() => behindProxy.close())
  const send = async (address: string) => {
    const headers = { 'x-forwarded-for': address }
    return (await behindProxy.visitor.call(requestDemo, { body: demoForm() }, { headers })).body.id
  }
  const sent: string[] = []
  for (let count = 0; count < 19; count++) sent.push(await send('192.0.2.19'))
  const told = async () => {
    const lines = await toldOf(admin, ({ demoRequest }) => sent.includes(demoRequest?.id ?? ''))
    return lines.map(({ demoRequest }) => demoRequest?.id).sort()
  }
  expect(await told()).toEqual(sent.slice(0, 3).sort())
  // A new administrator gets no more than that either.
  const newcomer = await app.signIn('receptionist')
  await offerRoles(admin, newcomer.id, ['receptionist', 'admin'])
  await newcomer.call(chooseRole, { body: { role: 'admin' } })
  const standing = await toldOf(newcomer, ({ demoRequest }) => sent.includes(demoRequest?.id ?? ''))
  expect(standing).toHaveLength(3)
  // Requests from elsewhere still notify, and the list has all of them.
  const other = await send('198.51.100.4')
  expect(await toldOf(admin, about({ id: other }))).toHaveLength(1)
  const list = await admin.call(listDemoRequests, { query: { limit: 200 } })
  expect(list.body.items.filter(({ id }) => sent.includes(id))).toHaveLength(19)
  await mark({ id: sent[0] ?? '' }, true)
  const next = (await told()).filter((id) => !sent.slice(0, 3).includes(id ?? ''))
  expect(next).toEqual([sent[3]])
})
