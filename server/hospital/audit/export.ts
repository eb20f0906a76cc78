import type { AuditRecord } from '../../../contract/hospital/audit.ts'
import { actTitle, auditKindNames, changesIn, outcomeWords } from '../../../contract/hospital/audit-words.ts'
import type { CsvColumns } from '../../ground/records/csv.ts'

/** An entry in a row, in the words of the screen; moments on the hospital's clock, and in UTC to the millisecond. */
export function exportColumns(timeZone: string): CsvColumns<AuditRecord> {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const local = (moment: string) => clock.format(new Date(moment))
  return {
    'Date and Time': ({ at }) => local(at),
    'Time (UTC)': ({ at }) => at,
    Until: ({ until }) => until && local(until),
    Person: ({ staff }) => staff && (staff.name ?? staff.id),
    Kind: ({ kind }) => auditKindNames[kind],
    Action: actTitle,
    Outcome: ({ outcome }) => (outcome === 'done' ? 'Done' : outcomeWords(outcome)),
    About: ({ subjectId, names }) => subjectId && (names[subjectId] ?? subjectId),
    Patients: ({ patients }) => patients.map(patientWords).join('; '),
    'Number of Patients': ({ patientCount }) => patientCount,
    Changes: (record) =>
      changesIn(record, { moment: local, time: (time) => time })
        .map(changeWords)
        .join('; '),
    Address: ({ address }) => address,
    Request: ({ requestId }) => requestId,
  }
}

function patientWords({ mrn, firstName, lastName }: AuditRecord['patients'][number]): string {
  return `${mrn} ${firstName} ${lastName}`
}

function changeWords({ label, before, after }: ReturnType<typeof changesIn>[number]): string {
  return before === undefined ? `${label}: ${after}` : `${label}: from “${before}” to “${after}”`
}
