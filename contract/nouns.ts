import { z } from 'zod'
import type { Endpoint } from './api/endpoint.ts'
import { generalErrors } from './api/errors.ts'
import type { ScopeKind } from './api/live.ts'
import * as allergies from './clinical/allergies.ts'
import * as entries from './clinical/entries.ts'
import * as formulary from './clinical/formulary/formulary.ts'
import * as medications from './clinical/medications.ts'
import * as patientCopies from './clinical/patient-copies.ts'
import * as prescriptions from './clinical/prescriptions.ts'
import * as problems from './clinical/problems.ts'
import * as timeline from './clinical/timeline.ts'
import * as visitNotes from './clinical/visit-notes.ts'
import * as vitals from './clinical/vitals.ts'
import * as earlyWarning from './clinical/warnings/early-warning.ts'
import * as analytics from './figures/analytics.ts'
import * as clinicFigures from './figures/clinics.ts'
import * as dashboard from './figures/dashboard.ts'
import * as storeFigures from './figures/store.ts'
import * as appointmentSeries from './front-desk/appointment-series.ts'
import * as appointments from './front-desk/appointments.ts'
import * as calendarFeeds from './front-desk/calendar-feeds.ts'
import * as closures from './front-desk/closures.ts'
import * as displays from './front-desk/displays.ts'
import * as doctorWeeks from './front-desk/doctor-weeks.ts'
import * as messages from './front-desk/messages.ts'
import * as missedCalls from './front-desk/missed-calls.ts'
import * as onlineBookings from './front-desk/online-bookings.ts'
import * as schedules from './front-desk/schedules.ts'
import * as waitList from './front-desk/wait-list.ts'
import * as audit from './hospital/audit.ts'
import * as backups from './hospital/backups.ts'
import * as demoRequests from './hospital/demo-requests.ts'
import * as site from './hospital/hospital.ts'
import * as hospitalExports from './hospital/hospital-exports.ts'
import * as settings from './hospital/settings.ts'
import * as ownAccount from './people/account.ts'
import * as accountLinks from './people/account-links.ts'
import * as clinics from './people/clinics.ts'
import * as contacts from './people/contacts.ts'
import * as countersignatures from './people/countersignatures.ts'
import * as coverage from './people/coverage.ts'
import * as departments from './people/departments.ts'
import * as duplicates from './people/duplicates/duplicates.ts'
import * as merges from './people/duplicates/merges.ts'
import * as identifierSystems from './people/identifier-systems.ts'
import * as identifiers from './people/identifiers.ts'
import * as imports from './people/imports/imports.ts'
import * as invitations from './people/invitations.ts'
import * as notifications from './people/notifications.ts'
import * as patientPhotos from './people/patient-photos.ts'
import * as patients from './people/patients.ts'
import * as payers from './people/payers.ts'
import * as registration from './people/registration.ts'
import * as restrictedRecords from './people/restricted-records.ts'
import * as roles from './people/roles.ts'
import * as shifts from './people/shifts.ts'
import * as signOn from './people/sign-on.ts'
import * as staff from './people/staff.ts'
import * as inventoryItems from './store/items.ts'
import * as purchaseOrders from './store/purchase-orders.ts'
import * as recipients from './store/recipients.ts'
import * as stock from './store/stock.ts'
import * as storageLocations from './store/storage-locations.ts'
import * as suppliers from './store/suppliers.ts'
import * as admissions from './wards/admissions.ts'
import * as beds from './wards/beds.ts'
import * as unitChanges from './wards/unit-changes.ts'
import * as units from './wards/units.ts'

/**
 * A noun's file exports its schemas, its endpoints, and under these names everything else that both sides have to agree on.
 */
interface Noun {
  /** The scopes that screens can follow, by kind. */
  scopes?: Readonly<Record<string, ScopeKind>>
  /** The error codes that are the noun's own, with their HTTP status. */
  errors?: Readonly<Record<string, number>>
  /** The addresses of its own screens. */
  screens?: readonly string[]
  /** Words of the audit trail for its endpoints: 'added a supplier', 'beds of a ward'. */
  auditWords?: Readonly<Record<string, string>>
  readonly [exported: string]: unknown
}

const nouns = [
  patients,
  registration,
  duplicates,
  merges,
  patientPhotos,
  patientCopies,
  identifierSystems,
  identifiers,
  restrictedRecords,
  contacts,
  payers,
  coverage,
  imports,
  appointments,
  appointmentSeries,
  doctorWeeks,
  missedCalls,
  schedules,
  closures,
  waitList,
  onlineBookings,
  calendarFeeds,
  messages,
  beds,
  units,
  unitChanges,
  admissions,
  entries,
  vitals,
  earlyWarning,
  visitNotes,
  allergies,
  formulary,
  medications,
  prescriptions,
  problems,
  timeline,
  inventoryItems,
  stock,
  recipients,
  purchaseOrders,
  suppliers,
  storageLocations,
  staff,
  roles,
  clinics,
  departments,
  shifts,
  ownAccount,
  invitations,
  accountLinks,
  countersignatures,
  signOn,
  notifications,
  displays,
  demoRequests,
  site,
  settings,
  backups,
  hospitalExports,
  analytics,
  storeFigures,
  clinicFigures,
  dashboard,
  audit,
] as const satisfies readonly Noun[]

type AnyNoun = (typeof nouns)[number]
type CodeOf<N> = N extends { errors: infer Errors } ? keyof Errors : never
type ScopesOf<N> = N extends { scopes: infer Scopes } ? Scopes : never
type KindsOf<Scopes> = Scopes extends unknown
  ? {
      [K in keyof Scopes]: Scopes[K] extends { key: unknown } ? `${K & string}:${string}` : K & string
    }[keyof Scopes]
  : never
/** The endpoints that a noun's file exports. */
export type EndpointOf<N> = N extends unknown ? Extract<N[keyof N], Endpoint> : never

/** A scope that there is: its kind, and its key where it has one. */
export type Scope = KindsOf<ScopesOf<AnyNoun>>

export type ScopeKindName =
  ScopesOf<AnyNoun> extends infer Scopes ? (Scopes extends unknown ? keyof Scopes & string : never) : never

/** Every kind of scope, by its name. */
export const scopeKinds: Readonly<Record<ScopeKindName, ScopeKind>> = Object.assign(
  {},
  ...nouns.map((noun: Noun) => noun.scopes),
)

export type ErrorCode = keyof typeof generalErrors | CodeOf<AnyNoun>
/** Every error code that the API can answer, with its HTTP status. */
export const errorStatus: Readonly<Record<ErrorCode, number>> = Object.assign(
  {},
  generalErrors,
  ...nouns.map((noun: Noun) => noun.errors),
)

export const screensOfNouns: readonly string[] = nouns.flatMap((noun: Noun) => noun.screens ?? [])

/** Every endpoint of every noun, for OpenAPI and for the tests that hold for all of them. */
export const endpoints: readonly (Endpoint & { errors?: readonly ErrorCode[] })[] = nouns.flatMap((noun) =>
  Object.values(noun).filter(isEndpoint),
)

/** The endpoints whose every call leaves an entry in the audit trail. */
type Audited<E extends Endpoint> = E extends { kind: 'read' }
  ? Extract<E, { namesPatients: true } | { isWholeList: true } | { download: object }>
  : E
type WordedBy<N> = N extends { auditWords: infer Words } ? keyof Words : never
const words: Readonly<Record<WordedBy<AnyNoun>, string>> = Object.assign(
  {},
  ...nouns.map((noun: Noun) => noun.auditWords),
)
/** The words of the audit trail for endpoints; the compiler names one that leaves an entry and has none. */
export const auditWords: Readonly<Record<Audited<EndpointOf<AnyNoun>>['name'], string>> = words

/** The schemas that the nouns export, by name. */
export function schemasOfNouns(): [name: string, schema: z.ZodType][] {
  return nouns.flatMap((noun: Noun) => Object.entries(noun)).filter(isNamedSchema)
}

function isNamedSchema(entry: [string, unknown]): entry is [string, z.ZodType] {
  return entry[1] instanceof z.ZodType && /^[A-Z]/.test(entry[0])
}

function isEndpoint(exported: unknown): exported is EndpointOf<AnyNoun> {
  return typeof exported === 'object' && exported !== null && 'method' in exported && 'reply' in exported
}
