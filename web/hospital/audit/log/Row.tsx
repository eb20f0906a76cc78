import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { actTitle, auditKindNames } from '../../../../contract/hospital/audit-words.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import { countOf, formatMoment, formatMomentTime } from '../../../ground/ui/format.ts'
import classes from './AuditLog.module.css'
import { EntryDetails, EntryLine, PatientLink } from './Entry.tsx'
import type { LogRow } from './rows.ts'

/** One row of the log, which opens to its details, or to its calls where it has several. */
export function Row({
  row: { entries },
  mayGoOn,
  onPerson,
}: {
  row: LogRow
  /** Older entries of it may be on the next page. */
  mayGoOn: boolean
  onPerson: (id: string) => void
}) {
  const { timeZone } = useSite()
  const [newest] = entries
  const { at, staff, kind, address } = newest
  const isOne = entries.length === 1
  return (
    <FoldedRow
      isRefused={kind === 'refused'}
      when={
        <time className={classes.when} dateTime={at}>
          {formatMoment(at, timeZone)}
        </time>
      }
      who={
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
            <span>{address ? 'No one signed in' : 'Lantern itself'}</span>
          )}
        </div>
      }
      what={isOne ? <EntryLine entry={newest} /> : <LookLine entries={entries} />}
      button={isOne ? 'Details' : `${entries.length}${mayGoOn ? '+' : ''} entries`}
    >
      {isOne ? (
        <EntryDetails entry={newest} />
      ) : (
        <>
          <ol className={classes.calls} aria-label="Calls, newest first">
            {entries.map((entry) => (
              <FoldedRow
                key={entry.id}
                when={
                  <time className={classes.when} dateTime={entry.at}>
                    {formatMomentTime(entry.at, timeZone)}
                  </time>
                }
                what={<EntryLine entry={entry} />}
                button="Details"
              >
                <EntryDetails entry={entry} />
              </FoldedRow>
            ))}
          </ol>
          {mayGoOn && (
            <p className={classes.earlier}>Show more, at the end of the log, may add earlier ones.</p>
          )}
        </>
      )}
    </FoldedRow>
  )
}

/** 'Last vital signs' → 'last vital signs', after other words */
function amid(title: string): string {
  return /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title
}

/** Things that are named of several. */
const mostNamed = 2

/** The records that somebody looked at in several calls, in that order. */
function LookLine({ entries }: Pick<LogRow, 'entries'>) {
  const titles = new Set(entries.toReversed().map(actTitle))
  const things = [...titles].map((title, at) => (at > 0 ? amid(title) : title))
  const named = things.slice(0, mostNamed).join(', ')
  const more = things.length - mostNamed
  const patient = entries.find((one) => one.kind === 'opened')?.patients[0]
  const subject = entries.find(({ subjectId, names }) => subjectId && names[subjectId])
  const most = Math.max(...entries.map(({ patientCount }) => patientCount))
  const { kind } = entries.find((one) => one.kind === 'opened') ?? entries[0]
  return (
    <>
      <span>
        <span className={classes.act}>{named}</span>
        {more > 0 && ` and ${more} more`}
      </span>
      {kind !== 'other' && <span className={classes.kind}>{auditKindNames[kind]}</span>}
      {patient ? (
        <PatientLink patient={patient} />
      ) : subject?.subjectId ? (
        <bdi>{subject.names[subject.subjectId]}</bdi>
      ) : (
        most > 0 && <span>up to {countOf(most, 'patient')} at once</span>
      )}
    </>
  )
}

function FoldedRow({
  when,
  who,
  what,
  button,
  isRefused,
  children,
}: {
  when: ReactNode
  who?: ReactNode
  what: ReactNode
  button: string
  isRefused?: boolean
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <li className={classes.entry} data-refused={isRefused || undefined} data-open={isOpen || undefined}>
      <div className={who ? classes.line : classes.call}>
        {when}
        {who}
        <div className={classes.what} id={`${id}-what`}>
          {what}
        </div>
        <UnstyledButton
          className={classes.fold}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-describedby={`${id}-what`}
          onClick={() => setOpen(!isOpen)}
        >
          {button}
          <IconChevronDown size={16} aria-hidden="true" />
        </UnstyledButton>
      </div>
      {isOpen && (
        <div id={id} className={classes.opened}>
          {children}
        </div>
      )}
    </li>
  )
}
