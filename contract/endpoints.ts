import * as admissions from './admissions.ts'
import * as appointments from './appointments.ts'
import type { Endpoint } from './endpoint.ts'
import * as inventory from './inventory.ts'
import * as patients from './patients.ts'
import * as purchasing from './purchasing.ts'
import * as site from './site.ts'
import * as staff from './staff.ts'
import * as storeLists from './store-lists.ts'

function isEndpoint(exported: unknown): exported is Endpoint {
  return typeof exported === 'object' && exported !== null && 'method' in exported && 'reply' in exported
}

/** Every endpoint of every noun, for OpenAPI and for the tests that hold for all of them. */
export const endpoints: readonly Endpoint[] = [
  patients,
  appointments,
  admissions,
  inventory,
  purchasing,
  storeLists,
  staff,
  site,
]
  .flatMap((noun): unknown[] => Object.values(noun))
  .filter(isEndpoint)
