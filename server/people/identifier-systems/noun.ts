import { sql } from 'kysely'
import {
  addIdentifierSystem,
  editIdentifierSystem,
  type IdentifierSystem,
  listIdentifierSystems,
  mostIdentifierSystems,
} from '../../../contract/people/identifier-systems.ts'
import { type Holder, may } from '../../../contract/permissions.ts'
import type { Database } from '../../ground/db/connect.ts'
import { Refusal } from '../../ground/http/errors.ts'
import { always } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { type EditedKind, editRecord, nameTaken, updateRow } from '../../ground/records/record.ts'
import { retiredSystem } from './held.ts'
import { allSystems, columns, sharedIn, systemById } from './queries.ts'

const kind: EditedKind<IdentifierSystem> = {
  called: 'this identifier system',
  gone: 'This identifier system doesn’t exist.',
  read: systemById,
  changedBy: [editIdentifierSystem],
}

/** Few enough to be read in a sentence. */
const mostShown = 3

/** Refuses to make a system exclusive while patients share values of it, and says which patients. */
async function requireUnshared(
  db: Database,
  staff: Holder,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const shared = await sharedIn(db, id)
  if (shared.length === 0) return
  const isShown = may(staff, 'patient.view')
  const shown = shared.slice(0, mostShown).map(({ value, mrns }) => `${mrnsIn(mrns)} share ${value}`)
  const words = isShown
    ? [...shown, ...(shared.length > mostShown ? ['others share theirs'] : [])].join('; ')
    : 'patients share some'
  const message = `${name} can’t be for one patient only: ${words}. End these identifiers on all records but one first.`
  throw new Refusal(
    'identifiers_clash',
    message,
    { errors: [{ path: 'isExclusive', message }] },
    isShown ? shared.slice(0, mostShown).flatMap(({ patientIds }) => patientIds) : [],
  )
}

/** 'MRN1001, MRN1002 and 3 more' */
function mrnsIn(mrns: readonly string[]): string {
  const named = mrns.length > mostShown + 1 ? mrns.slice(0, mostShown) : mrns.slice(0, -1)
  const rest = mrns.length > mostShown + 1 ? `${mrns.length - mostShown} more` : mrns.at(-1)
  return `${named.join(', ')} and ${rest}`
}

export const identifierSystems = {
  routes(app) {
    serve(app, listIdentifierSystems, ({ db }) => allSystems(db))

    serve(app, addIdentifierSystem, ({ create, body }) =>
      create({
        writes: sql`inserted as (
          insert into identifier_system (name, kind, pattern, check_digit, is_exclusive)
          values (${body.name}, ${body.kind}, ${body.pattern}, ${body.checkDigit},
            ${body.isExclusive})
          returning *
        )`,
        select: sql<IdentifierSystem>`select ${columns} from inserted as system`,
        patient: null,
        moments: [],
        changes: sql`jsonb_build_object('added', made.name)`,
      }),
    )

    serve(app, editIdentifierSystem, (call) =>
      editRecord(call, kind, async (before) => {
        const { trx, staff, params, version } = call
        const { checkDigit, isExclusive, isRetired, ...body } = call.body
        if (before.version === version && isExclusive && !before.isExclusive) {
          // An identifier that is added at this moment is counted, or waits and is then held to the new rule.
          await sql`select from identifier_system where id = ${params.id} for update`.execute(trx)
          await requireUnshared(trx, staff, { id: params.id, name: body.name ?? before.name })
        }
        const isMoved = isRetired !== undefined && isRetired !== before.isRetired
        return updateRow(call, 'identifier_system', {
          ...body,
          check_digit: checkDigit,
          is_exclusive: isExclusive,
          ...(isMoved && { retired_at: isRetired ? call.now : null }),
        })
      }),
    )
  },
  live: { stale: { 'identifier-systems': { 'identifier-system': always } } },
  constraints: {
    identifier_system_name_once: nameTaken,
    identifier_systems_at_most_12: {
      code: 'too_many_identifier_systems',
      detail: `A hospital has ${mostIdentifierSystems} identifier systems at most. Retire one that is no longer used.`,
    },
    patient_identifier_of_open_system: { code: 'invalid_input', detail: retiredSystem, path: 'systemId' },
  },
  named: sql`select id, name from identifier_system`,
} satisfies Noun
