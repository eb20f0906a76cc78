import { sql } from 'kysely'
import { allergies } from './clinical/allergies/noun.ts'
import { earlyWarnings } from './clinical/early-warnings/noun.ts'
import { clinicalEntries } from './clinical/entries/noun.ts'
import { formulary } from './clinical/formulary/noun.ts'
import { medications } from './clinical/medications/noun.ts'
import { patientCopies } from './clinical/patient-copies/noun.ts'
import { problems } from './clinical/problems/noun.ts'
import { timeline } from './clinical/timeline/noun.ts'
import { visitNotes } from './clinical/visit-notes/noun.ts'
import { vitals } from './clinical/vitals/noun.ts'
import { analytics } from './figures/analytics/noun.ts'
import { dashboard } from './figures/dashboard/noun.ts'
import { appointments } from './front-desk/appointments/noun.ts'
import { calendarFeeds } from './front-desk/calendar-feeds/noun.ts'
import { closures } from './front-desk/closures/noun.ts'
import { displays } from './front-desk/displays/noun.ts'
import { messages } from './front-desk/messages/noun.ts'
import { onlineBookings } from './front-desk/online-bookings/noun.ts'
import { schedules } from './front-desk/schedules/noun.ts'
import { waitList } from './front-desk/wait-list/noun.ts'
import type { ConstraintMeanings } from './ground/http/errors.ts'
import type { Noun, RecordName } from './ground/http/noun.ts'
import type { LetterDesk } from './ground/mail/letters.ts'
import type { DueMail } from './ground/mail/outbox.ts'
import type { Letter } from './ground/mail/smtp.ts'
import { audit } from './hospital/audit/noun.ts'
import { demoRequests } from './hospital/demo-requests/noun.ts'
import { hospitalExports } from './hospital/exports/noun.ts'
import { site } from './hospital/settings/noun.ts'
import { account } from './people/account/noun.ts'
import { accountLinks } from './people/account-links/noun.ts'
import { clinics } from './people/clinics/noun.ts'
import { contacts } from './people/contacts/noun.ts'
import { coverage } from './people/coverage/noun.ts'
import { departments } from './people/departments/noun.ts'
import { duplicates } from './people/duplicates/noun.ts'
import { identifierSystems } from './people/identifier-systems/noun.ts'
import { identifiers } from './people/identifiers/noun.ts'
import { imports } from './people/imports/noun.ts'
import { invitations } from './people/invitations/noun.ts'
import { merges } from './people/merges/noun.ts'
import { notifications } from './people/notifications/noun.ts'
import { patientPhotos } from './people/patient-photos/noun.ts'
import { patients } from './people/patients/noun.ts'
import { payers } from './people/payers/noun.ts'
import { restrictedRecords } from './people/restricted-records/noun.ts'
import { roles } from './people/roles/noun.ts'
import { shifts } from './people/shifts/noun.ts'
import { staff } from './people/staff/noun.ts'
import { inventory } from './store/items/noun.ts'
import { purchaseOrders } from './store/purchase-orders/noun.ts'
import { storageLocations } from './store/storage-locations/noun.ts'
import { suppliers } from './store/suppliers/noun.ts'
import { admissions } from './wards/admissions/noun.ts'
import { beds } from './wards/beds/noun.ts'
import { units } from './wards/units/noun.ts'

export const nouns = [
  site,
  hospitalExports,
  staff,
  roles,
  clinics,
  departments,
  identifierSystems,
  identifiers,
  shifts,
  account,
  invitations,
  accountLinks,
  notifications,
  displays,
  demoRequests,
  patients,
  patientPhotos,
  duplicates,
  merges,
  restrictedRecords,
  contacts,
  payers,
  coverage,
  imports,
  appointments,
  schedules,
  closures,
  waitList,
  onlineBookings,
  calendarFeeds,
  messages,
  admissions,
  beds,
  units,
  clinicalEntries,
  vitals,
  earlyWarnings,
  visitNotes,
  allergies,
  formulary,
  medications,
  problems,
  timeline,
  patientCopies,
  inventory,
  purchaseOrders,
  suppliers,
  storageLocations,
  dashboard,
  analytics,
  audit,
] as const satisfies readonly Noun[]

export const live = nouns.flatMap((noun: Noun) => noun.live ?? [])
export const constraints: ConstraintMeanings = merged(nouns.map((noun: Noun) => noun.constraints))

/** The names of the records of all nouns. */
export const recordNames = sql<RecordName>`${sql.join(
  nouns.flatMap((noun: Noun) => noun.named ?? []),
  sql` union all `,
)}`

export const jobs = nouns.flatMap((noun: Noun) => noun.jobs ?? [])
export const workers = nouns.flatMap((noun: Noun) => noun.worker ?? [])

/** Writes what is due to be mailed, each kind as its noun does. */
export function lettersOf(desk: LetterDesk): (mail: DueMail) => Promise<Letter | null> {
  const makers = merged(nouns.map((noun: Noun) => noun.letters)) as NonNullable<Noun['letters']>
  const writers = new Map(Object.entries(makers).map(([kind, of]) => [kind, of(desk)]))
  return async (mail) => (await writers.get(mail.kind)?.(mail)) ?? null
}

function merged(tables: readonly (object | undefined)[]) {
  return Object.assign({}, ...tables)
}
