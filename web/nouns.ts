import { formulary } from './clinical/formulary/noun.tsx'
import { appointments } from './front-desk/appointments/noun.tsx'
import { calendar } from './front-desk/calendar/noun.tsx'
import { closures } from './front-desk/closures/noun.tsx'
import { schedules } from './front-desk/schedules/noun.tsx'
import { waitList } from './front-desk/wait-list/noun.tsx'
import { audit } from './hospital/audit/noun.tsx'
import { demoRequests } from './hospital/demo-requests/noun.tsx'
import { account } from './people/account/noun.tsx'
import { clinics } from './people/clinics/noun.tsx'
import { imports } from './people/imports/noun.tsx'
import { patients } from './people/patients/noun.tsx'
import { roles } from './people/roles/noun.tsx'
import { staff } from './people/staff/noun.tsx'
import { inventory } from './store/items/noun.tsx'
import { purchaseOrders } from './store/purchase-orders/noun.tsx'
import { admissions } from './wards/beds-and-admissions/noun.tsx'

/** Every noun that has screens of its own, in the order of the sidebar. */
export const nouns = [
  appointments,
  calendar,
  schedules,
  closures,
  waitList,
  admissions,
  patients,
  imports,
  formulary,
  inventory,
  purchaseOrders,
  staff,
  roles,
  clinics,
  account,
  audit,
  demoRequests,
] as const
