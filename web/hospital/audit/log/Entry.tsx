import type { AuditRecord } from '../../../../contract/hospital/audit.ts'
import {
  actTitle,
  auditKindNames,
  changesIn,
  outcomeWords,
} from '../../../../contract/hospital/audit-words.ts'
import { AnchorLink } from '../../../ground/links/links.tsx'
import { useSite } from '../../../ground/sign-in/account.ts'
import { formatMoment, formatTime, inZone, patientName } from '../../../ground/ui/format.ts'
import { Facts } from '../../../ground/ui/page/Facts.tsx'
import classes from './AuditLog.module.css'
import { Changes, ChangesInShort } from './Changes.tsx'

/** The act, on one line if there is room; the rest is among its details. */
export function EntryLine({ entry }: { entry: AuditRecord }) {
  const { kind, outcome, patients, patientCount } = entry
  const subject = subjectOf(entry)
  const [patient] = patients
  return (
    <>
      <span className={classes.act}>{actTitle(entry)}</span>
      {isKindTold(kind) && <span className={classes.kind}>{auditKindNames[kind]}</span>}
      {kind === 'refused' && <span className={classes.refusal}>{outcomeWords(outcome)}</span>}
      {subject && <bdi>{subject}</bdi>}
      {patient && <PatientLink patient={patient} />}
      {patient && patientCount > 1 && <span>and {patientCount - 1} more</span>}
      <ChangesInShort changes={useChanges(entry)} />
    </>
  )
}

/** Changes are recognisable without their kind. */
function isKindTold(kind: AuditRecord['kind']): boolean {
  return kind !== 'other' && kind !== 'changed'
}

export function PatientLink({ patient }: { patient: AuditRecord['patients'][number] }) {
  return (
    <AnchorLink className={classes.patient} to="/patients/$id" params={{ id: patient.id }}>
      <bdi>{patientName(patient)}</bdi> {patient.mrn}
    </AnchorLink>
  )
}

/** The patients of an entry, its changes, and the call that it records. */
export function EntryDetails({ entry }: { entry: AuditRecord }) {
  const { timeZone } = useSite()
  const { patients, patientCount } = entry
  const changes = useChanges(entry)
  return (
    <>
      {patientCount > 1 && (
        <ul className={classes.patients}>
          {patients.map((patient) => (
            <li key={patient.id}>
              <PatientLink patient={patient} />
            </li>
          ))}
          {patientCount > patients.length && <li>and {patientCount - patients.length} more</li>}
        </ul>
      )}
      {changes.length > 0 && <Changes changes={changes} />}
      <Facts columns={3} facts={factsOf(entry, timeZone)} />
    </>
  )
}

function useChanges(entry: AuditRecord) {
  const { timeZone } = useSite()
  return changesIn(entry, { moment: (one) => formatMoment(one, timeZone), time: formatTime })
}

/** The subject of an entry, unless it is one of its patients. */
function subjectOf({ subjectId, names, patients }: AuditRecord): string | undefined {
  const isPatient = patients.some(({ id }) => id === subjectId)
  return subjectId && !isPatient ? names[subjectId] : undefined
}

function factsOf(entry: AuditRecord, timeZone: string) {
  const { at, until, address, requestId, action, subjectId, id, kind, names } = entry
  const subject = subjectId && names[subjectId]
  const seconds = (one: string) => `${formatMoment(one, timeZone)} and ${Number(one.slice(17, 19))} s`
  return [
    { label: 'Time', value: `${seconds(at)} (${inZone(at, 'UTC').time} UTC)` },
    ...(kind === 'received' ? [{ label: 'Until', value: until ? seconds(until) : 'Still open' }] : []),
    { label: 'Address', value: address },
    { label: 'Request', value: requestId },
    { label: 'Call', value: action },
    ...(subjectId ? [{ label: 'Record', value: subject ? `${subject} (${subjectId})` : subjectId }] : []),
    { label: 'Entry', value: id },
  ]
}
