import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { StaffClient, TestApp } from './app.ts'
import { ifMatch } from './client.ts'
import { openLive } from './live-stream.ts'

interface Entry {
  id: string
  name: string
  version: number
}

export interface NamedList {
  app: TestApp
  /** What the entries are called live. */
  noun: string
  /** Where the list is, below /api. */
  path: string
  /** Who keeps the list, and who may not see it. */
  keeper: StaffClient
  outsider: StaffClient
}

/** What holds for every list whose entries have a name of their own, and are deleted when nothing names them. */
export function testNamedList({ app, noun, path, keeper, outsider }: NamedList) {
  const all = async () => (await keeper.send('GET', `/api/${path}`)).body as Entry[]
  const add = (name: string) => keeper.send('POST', `/api/${path}`, { body: { name } })
  const given = async () => (await add(`Entry ${randomUUID()}`)).body as Entry
  const edit = (entry: Entry, name: string) =>
    keeper.send('PUT', `/api/${path}/${entry.id}`, { body: { name }, ...ifMatch(entry) })
  const remove = (entry: Entry) => keeper.send('DELETE', `/api/${path}/${entry.id}`)

  describe(`one of the ${path}`, () => {
    test('is renamed, and only from the version that was read', async () => {
      const entry = await given()
      const renamed = await edit(entry, `${entry.name}, east`)
      expect(renamed.body).toMatchObject({ id: entry.id, name: `${entry.name}, east`, version: 2 })
      expect(renamed.headers.get('etag')).toBe('"2"')

      const { firstName, lastName } = await keeper.me()
      const late = await edit(entry, `${entry.name}, west`)
      expect(late.problem).toMatchObject({
        status: 412,
        code: 'stale_version',
        detail: expect.stringContaining(`${firstName} ${lastName} changed this`),
        current: { name: `${entry.name}, east`, version: 2 },
        changedBy: `${firstName} ${lastName}`,
        changedAt: expect.stringMatching(/Z$/),
      })
      expect(await all()).toContainEqual(renamed.body)

      const unread = await keeper.send('PUT', `/api/${path}/${entry.id}`, { body: { name: 'Any' } })
      expect(unread.problem.code).toBe('version_required')
    })

    test('has a name that no other has, however it is written', async () => {
      const [entry, other] = [await given(), await given()]
      const name = ` ${other.name.toUpperCase()} `
      const taken = { status: 409, code: 'name_taken', errors: [{ path: 'name' }] }
      expect((await edit(entry, name)).problem).toMatchObject(taken)
      expect((await add(name)).problem).toMatchObject(taken)
      expect(await all()).toContainEqual(entry)
      // Its own name in other letters is no other's.
      expect((await edit(entry, entry.name.toUpperCase())).status).toBe(200)
    })

    test('that nothing names is deleted, once', async () => {
      const entry = await given()
      expect((await remove(entry)).body).toEqual({ id: entry.id })
      expect((await all()).map(({ id }) => id)).not.toContain(entry.id)
      const gone = { status: 404, code: 'not_found' }
      expect((await remove(entry)).problem).toMatchObject(gone)
      expect((await edit(entry, 'Late')).problem).toMatchObject(gone)
    })

    test('is told live when it comes, changes and goes, to those who see the list', async () => {
      const [screen, other] = [await listen(app, keeper), await listen(app, outsider)]
      const entry = await given()
      await edit(entry, `${entry.name}, told`)
      await remove(entry)
      // What earlier tests changed can still be on its way.
      const told = () => screen.changed(noun).filter((id) => id === entry.id)
      await expect.poll(told, { timeout: 8000 }).toEqual([entry.id, entry.id, entry.id])
      // Told in order: one's own account, changed last, is heard after all of it.
      await app.asOwner('update staff set updated_at = now() where id = $1', [outsider.id])
      await expect.poll(() => other.changed('staff'), { timeout: 8000 }).toContain(outsider.id)
      expect(other.changed(noun)).toEqual([])
    })
  })
}

async function listen(app: TestApp, somebody: StaffClient) {
  const stream = await openLive(app.url, somebody)
  onTestFinished(() => stream.close())
  return stream
}
