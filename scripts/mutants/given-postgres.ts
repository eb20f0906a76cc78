// Vitest's global setup while a fault is judged: it uses the one PostgreSQL of the whole run.
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'

export default function provide(project: TestProject): void {
  const given: ProvidedContext = JSON.parse(process.env.MUTANTS_GIVEN ?? '{}')
  for (const name of Object.keys(given) as (keyof ProvidedContext)[]) project.provide(name, given[name])
}
