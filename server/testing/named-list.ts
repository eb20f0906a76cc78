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
  /** The list's path below /api, and its scope. */
  path: string
  /** The account that edits the list, and one that may not see it. */
  keeper: StaffClient
  outsider: StaffClient
}

/** Tests for every list whose entries have unique names, and can be deleted while nothing refers to them. */
export function testNamedList({ app, path, keeper, outsider }: NamedList) {
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
      const screen = await openLive(app.url, keeper, path)
      onTestFinished(() => screen.close())
      const entry = await given()
      const told = () => screen.stale(path)
      await expect.poll(told, { timeout: 8000 }).toBeGreaterThan(0)
      for (const change of [() => edit(entry, `${entry.name}, told`), () => remove(entry)]) {
        const before = told()
        await change()
        await expect.poll(told, { timeout: 8000 }).toBeGreaterThan(before)
      }
      await expect(openLive(app.url, outsider, path)).rejects.toThrow('"forbidden"')
    })
  })
}
