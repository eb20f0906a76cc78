// Vitest's global setup for a fault: the PostgreSQL that is there for the whole run of faults.
import type { TestProject } from 'vitest/node'

export default function provide(project: TestProject): void {
  const { MUTANTS_OWNER_URL = '', MUTANTS_APP_URL = '' } = process.env
  project.provide('templateOwnerUrl', MUTANTS_OWNER_URL)
  project.provide('templateAppUrl', MUTANTS_APP_URL)
}
