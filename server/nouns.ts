import { account } from './account/noun.ts'
import { accountLinks } from './account-links/noun.ts'
import { admissions } from './admissions/noun.ts'
import { allergies } from './allergies/noun.ts'
import { analytics } from './analytics/noun.ts'
import { appointments } from './appointments/noun.ts'
import { audit } from './audit/noun.ts'
import { beds } from './beds/noun.ts'
import { clinicalEntries } from './clinical/noun.ts'
import { dashboard } from './dashboard/noun.ts'
import { demoRequests } from './demo-requests/noun.ts'
import { displays } from './displays/noun.ts'
import { earlyWarnings } from './early-warnings/noun.ts'
import { formulary } from './formulary/noun.ts'
import type { ConstraintMeanings } from './http/errors.ts'
import type { Noun } from './http/noun.ts'
import { inventory } from './inventory/noun.ts'
import { invitations } from './invitations/noun.ts'
import type { LetterDesk } from './mail/letters.ts'
import type { DueMail } from './mail/outbox.ts'
import type { Letter } from './mail/smtp.ts'
import { medications } from './medications/noun.ts'
import { notifications } from './notifications/noun.ts'
import { patients } from './patients/noun.ts'
import { problems } from './problems/noun.ts'
import { purchaseOrders } from './purchase-orders/noun.ts'
import { site } from './site/noun.ts'
import { staff } from './staff/noun.ts'
import { storageLocations } from './storage-locations/noun.ts'
import { suppliers } from './suppliers/noun.ts'
import { timeline } from './timeline/noun.ts'
import { visitNotes } from './visit-notes/noun.ts'
import { vitals } from './vitals/noun.ts'

export const nouns = [
  site,
  staff,
  account,
  invitations,
  accountLinks,
  notifications,
  displays,
  demoRequests,
  patients,
  appointments,
  admissions,
  beds,
  clinicalEntries,
  vitals,
  earlyWarnings,
  visitNotes,
  allergies,
  formulary,
  medications,
  problems,
  timeline,
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

export const jobs = nouns.flatMap((noun: Noun) => noun.jobs ?? [])

/** Writes what is due to be mailed, each kind as its noun does. */
export function lettersOf(desk: LetterDesk): (mail: DueMail) => Promise<Letter | null> {
  const makers = merged(nouns.map((noun: Noun) => noun.letters)) as NonNullable<Noun['letters']>
  const writers = new Map(Object.entries(makers).map(([kind, of]) => [kind, of(desk)]))
  return async (mail) => (await writers.get(mail.kind)?.(mail)) ?? null
}

function merged(tables: readonly (object | undefined)[]) {
  return Object.assign({}, ...tables)
}
