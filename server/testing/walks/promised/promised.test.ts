import { expect, test } from 'vitest'
import { sayOwnSentences } from '../../../../contract/api/sentences.ts'
import * as allergies from '../../../../contract/clinical/allergies.ts'
import * as medications from '../../../../contract/clinical/medications.ts'
import * as appointmentDays from '../../../../contract/front-desk/appointment-days.ts'
import * as appointments from '../../../../contract/front-desk/appointments.ts'
import * as cancelReasons from '../../../../contract/front-desk/cancel-reasons.ts'
import * as missedCalls from '../../../../contract/front-desk/missed-calls.ts'
import * as ownAccount from '../../../../contract/people/account.ts'
import * as accountLinks from '../../../../contract/people/account-links.ts'
import * as invitations from '../../../../contract/people/invitations.ts'
import * as notifications from '../../../../contract/people/notifications.ts'
import * as signOn from '../../../../contract/people/sign-on.ts'
import * as staff from '../../../../contract/people/staff.ts'
import * as items from '../../../../contract/store/items.ts'
import * as kinds from '../../../../contract/store/kinds.ts'
import * as purchaseOrders from '../../../../contract/store/purchase-orders.ts'
import * as recipients from '../../../../contract/store/recipients.ts'
import * as stock from '../../../../contract/store/stock.ts'
import * as storageLocations from '../../../../contract/store/storage-locations.ts'
import * as suppliers from '../../../../contract/store/suppliers.ts'
import * as admissions from '../../../../contract/wards/admissions.ts'
import * as beds from '../../../../contract/wards/beds.ts'
import * as unitChanges from '../../../../contract/wards/unit-changes.ts'
import * as units from '../../../../contract/wards/units.ts'
import * as wards from '../../../../contract/wards/wards.ts'
import { describedFile } from './described.ts'

sayOwnSentences()

const areas = {
  beds: { wards, units, unitChanges, beds, admissions },
  queue: { appointments, appointmentDays, cancelReasons, missedCalls },
  stock: { kinds, items, stock, recipients, purchaseOrders, suppliers, storageLocations },
  allergies: { allergies, medications },
  permissions: { staff, invitations, accountLinks, ownAccount, signOn, notifications },
}

// Written out a second time, so that a limit, a permission or an error that is lost by mistake is seen. After a change that is
// meant, `vitest run server/testing/walks/promised -u` writes it anew, and its diff is what callers of the API have to know.
test.each(Object.entries(areas))('what the contract promises about %s', async (area, files) => {
  const written = Object.entries(files).flatMap(([name, file]) => [`# ${name}`, ...describedFile(file), ''])
  await expect(written.join('\n')).toMatchFileSnapshot(`${area}.txt`)
})
