import { expect, test } from 'vitest'
import { sayOwnSentences } from '../api/sentences.ts'
import * as allergies from '../clinical/allergies.ts'
import * as medications from '../clinical/medications.ts'
import * as appointments from '../front-desk/appointments.ts'
import * as missedCalls from '../front-desk/missed-calls.ts'
import * as ownAccount from '../people/account.ts'
import * as accountLinks from '../people/account-links.ts'
import * as invitations from '../people/invitations.ts'
import * as notifications from '../people/notifications.ts'
import * as signOn from '../people/sign-on.ts'
import * as staff from '../people/staff.ts'
import * as items from '../store/items.ts'
import * as kinds from '../store/kinds.ts'
import * as purchaseOrders from '../store/purchase-orders.ts'
import * as recipients from '../store/recipients.ts'
import * as stock from '../store/stock.ts'
import * as storageLocations from '../store/storage-locations.ts'
import * as suppliers from '../store/suppliers.ts'
import * as admissions from '../wards/admissions.ts'
import * as beds from '../wards/beds.ts'
import * as unitChanges from '../wards/unit-changes.ts'
import * as units from '../wards/units.ts'
import * as wards from '../wards/wards.ts'
import { describedFile } from './described.ts'

sayOwnSentences()

const areas = {
  beds: { wards, units, unitChanges, beds, admissions },
  queue: { appointments, missedCalls },
  stock: { kinds, items, stock, recipients, purchaseOrders, suppliers, storageLocations },
  allergies: { allergies, medications },
  permissions: { staff, invitations, accountLinks, ownAccount, signOn, notifications },
}

// Written out a second time, so that a limit, a permission or an error that is lost by mistake is seen. After a change that is
// meant, `vitest run contract/written-down -u` writes it anew, and its diff is what callers of the API have to know.
test.each(Object.entries(areas))('what the contract promises about %s', async (area, files) => {
  const written = Object.entries(files).flatMap(([name, file]) => [`# ${name}`, ...describedFile(file), ''])
  await expect(written.join('\n')).toMatchFileSnapshot(`${area}.txt`)
})
