import { z } from 'zod'
import { Id, lines, requiredText } from '../api/fields.ts'
import type { Permission } from '../permissions.ts'
import { longestCode, longestPassword, PasskeyAnswer } from './sign-in.ts'

/** An act that wants a second person is countersigned on the same device, at /api/auth (record 87). */

export const errors = {
  /** A second person countersigns it. `act` says what, in the words that they sign. */
  countersignature_needed: 409,
  /** Something of the act is no longer as it was signed. `act` says what it is now. */
  countersignature_of_another_act: 409,
  countersignature_expired: 409,
  countersignature_used: 409,
} as const

/** The database has the same list. */
export const countersignedActs = ['ALLERGY_OVERRIDE', 'CONTROLLED_DISPOSAL', 'RECORD_MERGE'] as const
export type CountersignedAct = (typeof countersignedActs)[number]

export const countersignedActNames: Record<CountersignedAct, string> = {
  ALLERGY_OVERRIDE: 'Prescribing despite an allergy',
  CONTROLLED_DISPOSAL: 'Disposing of a controlled medicine, or counting less of it',
  RECORD_MERGE: 'Merging two records of a patient',
}

/** The endpoints whose acts can want a second person, and which act that is. */
export const countersigned = {
  prescribeMedication: 'ALLERGY_OVERRIDE',
  changeMedication: 'ALLERGY_OVERRIDE',
  moveStock: 'CONTROLLED_DISPOSAL',
  mergePatients: 'RECORD_MERGE',
} as const satisfies Record<string, CountersignedAct>
export type CountersignedEndpoint = keyof typeof countersigned

/** The permission that the second person has, each their own. */
export const witnessing: Record<CountersignedAct, Permission> = {
  ALLERGY_OVERRIDE: 'act.witness',
  CONTROLLED_DISPOSAL: 'act.witness',
  RECORD_MERGE: 'patient.merge',
}

/** Minutes for which a countersignature is good. The database has the same. */
export const countersignedForMinutes = 2

/** The act as it is going to be sent. */
const act = {
  endpoint: z.enum(Object.keys(countersigned) as CountersignedEndpoint[]),
  /** The id in its address; of a merge, that of the record that survives. */
  id: Id,
  /** The body, without a countersignature. */
  body: z.record(z.string(), z.unknown()),
  /** As `countersignature_needed` had it, and as the second person read it. */
  words: requiredText('The act is required', 4000),
}

/** POST /api/auth/countersign; `code` is of the authenticator app, or a recovery code. */
export const Countersign = z.strictObject({
  ...act,
  email: requiredText('E-mail is required', 254).pipe(z.email('Invalid email address')),
  password: z
    .string({ error: 'Password is required' })
    .min(1, 'Password is required')
    .max(longestPassword, `At most ${longestPassword} characters`),
  code: lines(longestCode).optional(),
})
export type Countersign = z.output<typeof Countersign>

/** POST /api/auth/countersign/passkey/options: answers what a passkey has to sign for this act, and for nothing else. */
export const CountersignOptions = z.strictObject(act)

/** POST /api/auth/countersign/passkey */
export const CountersignWithPasskey = z.strictObject({ ...act, passkey: PasskeyAnswer })
export type CountersignWithPasskey = z.output<typeof CountersignWithPasskey>

/** The act that is signed. */
export type SignedAct = Pick<Countersign, keyof typeof act>

/** Both answer this. */
export interface Countersignature {
  id: string
  expiresAt: string
  /** The second person's name. */
  witness: string
}
