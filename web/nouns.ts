import { account } from './account/noun.tsx'
import { admissions } from './admissions/noun.tsx'
import { appointments } from './appointments/noun.tsx'
import { audit } from './audit/noun.tsx'
import { demoRequests } from './demo-requests/noun.tsx'
import { formulary } from './formulary/noun.tsx'
import { inventory } from './inventory/noun.tsx'
import { patients } from './patients/noun.tsx'
import { purchaseOrders } from './purchase-orders/noun.tsx'
import { staff } from './staff/noun.tsx'

/** Every noun that has screens of its own, in the order of the sidebar. */
export const nouns = [
  appointments,
  admissions,
  patients,
  formulary,
  inventory,
  purchaseOrders,
  staff,
  account,
  audit,
  demoRequests,
] as const
