import { UnstyledButton } from '@mantine/core'
import {
  actTitle,
  auditKindNames,
  changesIn,
  outcomeWords,
  type ToldChange,
} from '../../../contract/audit/words.ts'
import type { AuditRecord } from '../../../contract/audit.ts'
import { AnchorLink } from '../../links/links.tsx'
import { useSite } from '../../session/account.ts'
import { formatMoment, formatTime, inZone, patientName } from '../../ui/format.ts'
import { Facts } from '../../ui/page/Facts.tsx'
import classes from './AuditLog.module.css'

/** One thing that was done, by whom and with what; from where and in which call among its details. */
export function Entry({ entry, onPerson }: { entry: AuditRecord; onPerson: (id: string) => void }) {
  const { timeZone } = useSite()
  const moment = (one: string) => formatMoment(one, timeZone)
  const { at, staff, kind, outcome, patients, patientCount } = entry
  const subject = entry.subjectId && entry.names[entry.subjectId]
  const isNamed = patients.some(({ id }) => id === entry.subjectId)
  const changes = changesIn(entry, { moment, time: formatTime })
  return (
    <li className={classes.entry} data-refused={kind === 'refused' || undefined}>
      <time className={classes.when} dateTime={at}>
        {moment(at)}
      </time>
      <div className={classes.who}>
        {staff ? (
          <UnstyledButton
            className={classes.person}
            title="Show this person’s entries alone"
            onClick={() => onPerson(staff.id)}
          >
            <bdi>{staff.name ?? 'A former account'}</bdi>
          </UnstyledButton>
        ) : (
          <span>{entry.address ? 'No one signed in' : 'Lantern itself'}</span>
        )}
      </div>
      <div className={classes.what}>
        <div>
          <span className={classes.act}>{actTitle(entry)}</span>{' '}
          {kind !== 'other' && <span className={classes.kind}>{auditKindNames[kind]}</span>}
        </div>
        {kind === 'refused' && <div className={classes.refusal}>{outcomeWords(outcome)}</div>}
        {subject && !isNamed && (
          <div className={classes.about}>
            <bdi>{subject}</bdi>
          </div>
        )}
        {patients.length > 0 && (
          <ul className={classes.patients}>
            {patients.map((patient) => (
              <li key={patient.id}>
                <AnchorLink to="/patients/$id" params={{ id: patient.id }}>
                  <bdi>{patientName(patient)}</bdi> {patient.mrn}
                </AnchorLink>
              </li>
            ))}
            {patientCount > patients.length && <li>and {patientCount - patients.length} more</li>}
          </ul>
        )}
        {changes.length > 0 && <Changes changes={changes} />}
        <details className={classes.details}>
          <summary>Details</summary>
          <Facts columns={2} facts={factsOf(entry, { timeZone, subject })} />
        </details>
      </div>
    </li>
  )
}

function factsOf(
  entry: AuditRecord,
  { timeZone, subject }: { timeZone: string; subject: string | null | undefined },
) {
  const { at, until, address, requestId, action, subjectId, id, kind } = entry
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

/** Such a text scrolls in its place, by keyboard too. */
function isLong(before = '', after: string): boolean {
  return before.length + after.length > 300
}

/** What was changed, from what to what; or what the act said. */
function Changes({ changes }: { changes: readonly ToldChange[] }) {
  return (
    <dl className={classes.changes}>
      {changes.map(({ label, before, after }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd {...(isLong(before, after) && { tabIndex: 0, role: 'group', 'aria-label': label })}>
            {before !== undefined && (
              <>
                <span className="sr-only">before: </span>
                <bdi className={classes.before}>{before}</bdi>
                <span aria-hidden="true"> → </span>
                <span className="sr-only">, after: </span>
              </>
            )}
            <bdi>{after}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
