// Vitest's global setup for a fault: the PostgreSQL that is there for the whole run of faults.
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'

export default function provide(project: TestProject): void {
  const given: ProvidedContext = JSON.parse(process.env.MUTANTS_GIVEN ?? '{}')
  for (const name of Object.keys(given) as (keyof ProvidedContext)[]) project.provide(name, given[name])
}
