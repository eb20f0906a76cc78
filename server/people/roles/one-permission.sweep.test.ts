import { afterAll, expect, test } from 'vitest'
import type { Endpoint } from '../../../contract/api/endpoint.ts'
import { endpoints } from '../../../contract/nouns.ts'
import { grantable } from '../../../contract/people/grantable.ts'
import { startApp } from '../../testing/app.ts'
import { givenExamples, givenPeople } from '../../testing/every-example.ts'
import type { Example } from '../../testing/example.ts'
import { givenHolder } from '../../testing/factories/roles.ts'

const app = await startApp()
afterAll(() => app.close())
const people = await givenPeople(app)
const makeExample = givenExamples(people)
const examples = new Map<Endpoint, Example>()
for (const endpoint of endpoints) {
  const example = await makeExample[endpoint.name]?.()
  if (example) examples.set(endpoint, example)
}

/** Every role has the dashboard. */
test.each(grantable)(
  'a role that holds %s and the dashboard opens exactly their calls',
  async (permission) => {
    const { somebody } = await givenHolder(app, people.admin, [permission])
    for (const endpoint of endpoints) {
      if (endpoint.permission === 'public' || endpoint.permission === 'signed-in') continue
      const example = examples.get(endpoint)
      const answer = await somebody.call(endpoint, (example?.request ?? {}) as never, {
        headers: { ...example?.headers },
      })
      const isRefused = answer.status === 403 && answer.problem.permission === endpoint.permission
      expect(isRefused, `${endpoint.name}: ${answer.status}`).toBe(
        ![permission, 'dashboard.view'].includes(endpoint.permission),
      )
    }
  },
)
