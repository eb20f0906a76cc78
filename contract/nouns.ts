import { z } from 'zod'
import * as admissions from './admissions.ts'
import type { Endpoint } from './api/endpoint.ts'
import { generalErrors } from './api/errors.ts'
import type { ScopeKind } from './api/live.ts'
import * as missedCalls from './appointments/missed-calls.ts'
import * as appointments from './appointments.ts'
import * as audit from './audit.ts'
import * as beds from './beds.ts'
import * as allergies from './clinical/allergies.ts'
import * as entries from './clinical/entries.ts'
import * as medications from './clinical/medications.ts'
import * as problems from './clinical/problems.ts'
import * as timeline from './clinical/timeline.ts'
import * as visitNotes from './clinical/visit-notes.ts'
import * as vitals from './clinical/vitals.ts'
import * as earlyWarning from './clinical/warnings/early-warning.ts'
import * as displays from './display/displays.ts'
import * as analytics from './figures/analytics.ts'
import * as dashboard from './figures/dashboard.ts'
import * as storeFigures from './figures/store.ts'
import * as formulary from './formulary/formulary.ts'
import * as inventoryItems from './inventory-items.ts'
import * as patients from './patients.ts'
import * as demoRequests from './public/demo-requests.ts'
import * as purchaseOrders from './purchase-orders.ts'
import * as backups from './site/backups.ts'
import * as settings from './site/settings.ts'
import * as site from './site.ts'
import * as accountLinks from './staff/account-links.ts'
import * as invitations from './staff/invitations.ts'
import * as notifications from './staff/notifications.ts'
import * as ownAccount from './staff/own-account.ts'
import * as signOn from './staff/sign-on.ts'
import * as staff from './staff.ts'
import * as stock from './stock.ts'
import * as storageLocations from './storage-locations.ts'
import * as recipients from './store/recipients.ts'
import * as suppliers from './suppliers.ts'

/**
 * What a noun's file exports is the noun: its schemas, its endpoints, and under these names what else both sides have to
 * agree on.
 */
interface Noun {
  /** What of it screens can follow, by kind. */
  scopes?: Readonly<Record<string, ScopeKind>>
  /** The error codes that are the noun's own, with their HTTP status. */
  errors?: Readonly<Record<string, number>>
  readonly [exported: string]: unknown
}

const nouns = [
  patients,
  appointments,
  missedCalls,
  beds,
  admissions,
  entries,
  vitals,
  earlyWarning,
  visitNotes,
  allergies,
  formulary,
  medications,
  problems,
  timeline,
  inventoryItems,
  stock,
  recipients,
  purchaseOrders,
  suppliers,
  storageLocations,
  staff,
  ownAccount,
  invitations,
  accountLinks,
  signOn,
  notifications,
  displays,
  demoRequests,
  site,
  settings,
  backups,
  analytics,
  storeFigures,
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

/** Every endpoint of every noun, for OpenAPI and for the tests that hold for all of them. */
export const endpoints: readonly (Endpoint & { errors?: readonly ErrorCode[] })[] = nouns.flatMap((noun) =>
  Object.values(noun).filter(isEndpoint),
)

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
