import * as admissions from './admissions.ts'
import type { Endpoint } from './api/endpoint.ts'
import * as appointments from './appointments.ts'
import * as beds from './beds.ts'
import * as inventoryItems from './inventory-items.ts'
import * as patients from './patients.ts'
import * as purchaseOrders from './purchase-orders.ts'
import * as site from './site.ts'
import * as staff from './staff.ts'
import * as stock from './stock.ts'
import * as storageLocations from './storage-locations.ts'
import * as suppliers from './suppliers.ts'

function isEndpoint(exported: unknown): exported is Endpoint {
  return typeof exported === 'object' && exported !== null && 'method' in exported && 'reply' in exported
}

/** Every endpoint of every noun, for OpenAPI and for the tests that hold for all of them. */
export const endpoints: readonly Endpoint[] = [
  patients,
  appointments,
  beds,
  admissions,
  inventoryItems,
  stock,
  purchaseOrders,
  suppliers,
  storageLocations,
  staff,
  site,
]
  .flatMap((noun): unknown[] => Object.values(noun))
  .filter(isEndpoint)
