import { expect, test } from 'vitest'
import { fetchAhead, fetchWanted } from './ahead.ts'

test('parts are fetched ahead one after another, and a wanted one before those that wait', async () => {
  const fetched: string[] = []
  const part =
    (name: string, milliseconds = 0) =>
    async () => {
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      fetched.push(name)
      return name
    }
  const menu = part('menu')
  const used = await new Promise<string[]>((resolve) => {
    const seen: string[] = []
    const take = (name: string) => {
      seen.push(name)
      if (seen.length === 4) resolve(seen)
    }
    fetchAhead(part('dialog'), (name) => {
      take(name)
      void fetchWanted(part('print', 2500))
    })
    fetchAhead(menu, take)
    // Another component waits for the same part.
    fetchAhead(menu, (name) => take(name))
    fetchAhead(part('left'), take)()
    fetchAhead(part('chart'), take)
  })
  expect(fetched).toEqual(['dialog', 'print', 'menu', 'chart'])
  expect(used).toEqual(['dialog', 'menu', 'menu', 'chart'])
})
